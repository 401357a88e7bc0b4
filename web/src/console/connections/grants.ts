import type { Direction, Provider } from "./providers";

/** What the credentials of a connection must be allowed to do. */
export interface Grant {
  /** The name of the text that explains it. */
  text: string;
  /** Ready to be pasted where it is granted; empty if people grant it by hand. */
  paste: string;
}

/** The values of the form that permissions name. */
export interface Named {
  bucket: string;
  account: string;
}

/** None for an agent: it needs no permission but its own. */
export function grantOf(provider: Provider, direction: Direction, named: Named): Grant | undefined {
  if (provider.is_gateway) return undefined;
  if (provider.is_s3) return { text: "connections-grant-s3", paste: bucketPolicy(direction, named.bucket || "BUCKET") };
  return { text: `connections-grant-${provider.token.replaceAll("_", "-")}`, paste: commandOf(provider, named) };
}

function bucketPolicy(direction: Direction, bucket: string): string {
  const isSent = direction === "service_to_cloud";
  const objects = isSent
    ? ["s3:PutObject", "s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject"]
    : ["s3:GetObject"];
  const allow = (actions: string[], resource: string) => ({
    Effect: "Allow",
    Action: actions,
    Resource: `arn:aws:s3:::${resource}`,
  });
  // The last is for uploads that are open although the answer to their beginning was lost.
  const ofBucket = ["s3:ListBucket", "s3:GetBucketLocation", ...(isSent ? ["s3:ListBucketMultipartUploads"] : [])];
  const statements = [allow(ofBucket, bucket), allow(objects, `${bucket}/*`)];
  return JSON.stringify({ Version: "2012-10-17", Statement: statements }, null, 2);
}

function commandOf({ token }: Provider, { bucket, account }: Named): string {
  switch (token) {
    case "vendor_b_blob":
      return "az storage account generate-sas --account-name ACCOUNT --services b --resource-types co --permissions rwdlacu --expiry 2030-01-01T00:00Z --https-only";
    case "vendor_c_b2":
      return `b2 key create --bucket ${bucket || "BUCKET"} tonnage listBuckets,listFiles,writeFiles,deleteFiles`;
    case "vendor_g_storage":
      return `gcloud storage buckets add-iam-policy-binding gs://${bucket || "BUCKET"} --member=serviceAccount:${account || "CLIENT_EMAIL"} --role=roles/storage.objectUser`;
    case "vendor_f_v4":
      return "openid,AdobeID,frame.s2s.all";
    default:
      return "";
  }
}

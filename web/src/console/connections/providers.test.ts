import { describe, expect, it } from "vitest";
import {
  authorizationOf,
  directoriesOf,
  fieldsOf,
  missingFields,
  PROVIDERS,
  type Provider,
  providerOf,
} from "./providers";

/** The specification's own table: the fields of each provider's authorization, opened by keys. */
const WRITTEN: Record<string, string> = {
  vendor_a_s3: "client_id client_secret destination region storage_class",
  vendor_a_efs_sg: "",
  vendor_b_blob: "blob_service_sas_url destination",
  vendor_c_b2: "client_id client_secret destination",
  vendor_d_box: "client_id client_secret public_key_id private_key passphrase enterprise_id",
  desktop_sg: "",
  vendor_e_s3: "client_id client_secret destination endpoint region",
  vendor_f_v4: "auth_strategy client_id client_secret account_id workspace_id project_id",
  vendor_f: "developer_token account_id team_id project_id",
  vendor_g_storage: "client_email private_key destination",
  vendor_h_s3: "client_id client_secret destination endpoint region",
  vendor_i: "application_id application_token storage_id",
  vendor_j_sg: "",
  vendor_k_s3: "client_id client_secret destination endpoint region force_s3_path_style",
  vendor_l_s3: "client_id client_secret destination endpoint region",
  vendor_m_sg: "",
  vendor_n: "team_id",
};

function known(token: string): Provider {
  const provider = providerOf(token);
  if (!provider) throw new Error(token);
  return provider;
}

const filled = (names: string[]) => Object.fromEntries(names.map((name) => [name, `a ${name}`]));
const words = (text: string) => text.split(" ").filter((word) => word !== "");

describe("providers", () => {
  it("are the seventeen", () => {
    expect(PROVIDERS.map((provider) => provider.token).sort()).toEqual(Object.keys(WRITTEN).sort());
  });

  it.each(Object.entries(WRITTEN))("%s is opened by %s", (token, fields) => {
    const authorization = authorizationOf(known(token), "service_to_cloud", "keys", filled(words(fields)));
    expect(Object.keys(authorization).sort()).toEqual(words(fields).sort());
  });

  it.each([
    ["vendor_a_s3", true],
    ["vendor_h_s3", true],
    ["vendor_e_s3", false],
  ])("%s gives files: %s", (token, gives) => expect(known(token).givesFiles ?? false).toBe(gives));
});

describe("the authorization", () => {
  const bucket = known("vendor_a_s3");

  it("of a role has no keys, also if some were typed before", () => {
    const values = filled(words("client_id client_secret role_arn external_id destination region"));
    expect(Object.keys(authorizationOf(bucket, "cloud_to_service", "role", values)).sort()).toEqual(
      words("destination external_id region role_arn"),
    );
  });

  it("says what nobody is asked", () => {
    expect(authorizationOf(known("vendor_l_s3"), "service_to_cloud", "keys", { region: "us" })).toEqual({
      region: "eu",
    });
    expect(fieldsOf(known("vendor_f_v4"), "service_to_cloud", "keys").map((field) => field.name)).not.toContain(
      "auth_strategy",
    );
  });

  it("leaves a private key as it is, and trims the rest", () => {
    const key = "-----BEGIN KEY-----\nabc\n-----END KEY-----\n";
    const values = { private_key: key, client_email: " a@b ", destination: "c" };
    const given = authorizationOf(known("vendor_g_storage"), "service_to_cloud", "keys", values);
    expect(given).toEqual({ private_key: key, client_email: "a@b", destination: "c" });
  });

  it("lacks what is empty, but not what may be", () => {
    const values = filled(words("client_id public_key_id private_key enterprise_id"));
    expect(missingFields(known("vendor_d_box"), "service_to_cloud", "keys", values)).toEqual(["client_secret"]);
  });
});

describe("directories", () => {
  it("stand on lines of their own", () => expect(directoriesOf(" a/b \n\nc\na/b")).toEqual(["a/b", "c"]));
});

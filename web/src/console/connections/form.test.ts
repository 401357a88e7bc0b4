import { describe, expect, it } from "vitest";
import { CallError } from "../../api/client";
import { connectionBodyOf, connectionDraftOf, missingValues, valueComplaints, withFormNames } from "./form";
import { PROVIDERS, type Provider, providerOf } from "./providers";

function known(token: string): Provider {
  const provider = providerOf(token);
  if (!provider) throw new Error(token);
  return provider;
}

describe("the body of a connection", () => {
  it("of a new bucket", () => {
    const values = { client_id: "a", client_secret: "b", destination: "c", region: "d" };
    const draft = { ...connectionDraftOf(), name: " Bucket ", values, targetDirectory: "in", manifest: true };
    expect(connectionBodyOf(known("vendor_a_s3"), draft, true)).toEqual({
      name: "Bucket",
      provider: "vendor_a_s3",
      direction: "service_to_cloud",
      authorization: { ...values, storage_class: "STANDARD" },
      target_directory_id: "in",
      upload_transfer_manifest: true,
    });
  });

  it("that is fetched from names its directories alone", () => {
    const draft = { ...connectionDraftOf(), direction: "cloud_to_service" as const, sourceDirectories: "a\nb" };
    const body = connectionBodyOf(known("vendor_h_s3"), { ...draft, targetDirectory: "x", manifest: true }, true);
    expect(body).toMatchObject({ source_directory_ids: ["a", "b"] });
    expect(body).not.toHaveProperty("target_directory_id");
    expect(body).not.toHaveProperty("upload_transfer_manifest");
  });

  it("says nothing of secrets, provider and direction when only the name changes", () => {
    const draft = { ...connectionDraftOf(), replaces: false, name: "New" };
    expect(connectionBodyOf(known("vendor_d_box"), draft, false)).toEqual({ name: "New", target_directory_id: "" });
  });

  it.each(PROVIDERS.filter((provider) => provider.is_gateway))("of $token has no authorization", (provider) => {
    expect(Object.keys(connectionBodyOf(provider, connectionDraftOf(), true))).toEqual([
      "name",
      "provider",
      "direction",
      "target_directory_id",
    ]);
  });
});

describe("what is wrong with a connection", () => {
  it("is only asked of secrets that are sent", () => {
    const draft = connectionDraftOf();
    expect(missingValues(known("vendor_n"), draft)).toEqual(["team_id"]);
    expect(missingValues(known("vendor_n"), { ...draft, replaces: false })).toEqual([]);
  });

  it("finds its field", () => {
    const fields = [
      { field: "authorization.region", message: "must be eu" },
      { field: "source_directory_ids[0]", message: "no" },
    ];
    const error = withFormNames(new CallError(400, 1, "no", fields, "", undefined, {})) as CallError;
    expect(error.fields.map(({ field }) => field)).toEqual(["values.region", "sourceDirectories[0]"]);
    expect([...valueComplaints(error)]).toEqual([["region", "must be eu"]]);
  });
});

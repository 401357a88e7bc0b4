import { describe, expect, it } from "vitest";
import { grantOf } from "./grants";
import { PROVIDERS, providerOf } from "./providers";

const named = { bucket: "rushes", account: "tonnage@film.example" };

describe("the permissions to grant", () => {
  it("are explained for every provider that has credentials", () => {
    for (const provider of PROVIDERS) {
      const grant = grantOf(provider, "service_to_cloud", named);
      expect(grant === undefined, provider.token).toBe(provider.is_gateway);
    }
  });

  it("name the bucket of the form", () => {
    for (const token of ["vendor_a_s3", "vendor_c_b2", "vendor_g_storage"]) {
      const provider = providerOf(token);
      if (!provider) throw new Error(token);
      expect(grantOf(provider, "service_to_cloud", named)?.paste, token).toContain("rushes");
      expect(grantOf(provider, "service_to_cloud", { bucket: "", account: "" })?.paste, token).toContain("BUCKET");
    }
  });

  it("are fewer where files are only fetched", () => {
    const provider = providerOf("vendor_h_s3");
    if (!provider) throw new Error("vendor_h_s3");
    const policy = (direction: "service_to_cloud" | "cloud_to_service") =>
      JSON.parse(grantOf(provider, direction, named)?.paste ?? "");
    expect(policy("service_to_cloud").Statement[1].Action).toContain("s3:PutObject");
    expect(policy("cloud_to_service").Statement[1].Action).toEqual(["s3:GetObject"]);
    expect(policy("cloud_to_service").Statement[0].Resource).toBe("arn:aws:s3:::rushes");
  });
});

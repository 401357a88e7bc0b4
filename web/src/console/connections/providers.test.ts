import { describe, expect, it } from "vitest";
import { PROVIDERS as ALL } from "../../facts/providers";
import {
  authorizationOf,
  directoriesOf,
  fieldsOf,
  hasRoles,
  missingFields,
  PROVIDERS,
  type Provider,
  providerOf,
} from "./providers";

function known(token: string): Provider {
  const provider = providerOf(token);
  if (!provider) throw new Error(token);
  return provider;
}

const filled = (names: string[]) => Object.fromEntries(names.map((name) => [name, `a ${name}`]));
const words = (text: string) => text.split(" ").filter((word) => word !== "");

describe("providers", () => {
  it("are all in a group, and gateways in theirs", () => {
    expect(PROVIDERS.map((provider) => provider.token).sort()).toEqual(Object.keys(ALL).sort());
    for (const provider of PROVIDERS) expect(provider.group === "gateway").toBe(provider.is_gateway);
  });

  it.each(PROVIDERS)("$token is sent all fields that its form asks for", (provider) => {
    const names = fieldsOf(provider, "service_to_cloud", "keys").map((field) => field.name);
    const authorization = authorizationOf(provider, "service_to_cloud", "keys", filled(names));
    expect(Object.keys(authorization)).toEqual(expect.arrayContaining(names));
  });

  it("have roles if a field is for roles", () => {
    expect(PROVIDERS.filter(hasRoles).map((provider) => provider.token)).toEqual(["vendor_a_s3"]);
  });
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

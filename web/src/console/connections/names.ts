import type { Field, Provider } from "./providers";

/** `vendor_a_s3` as a part of a text's name. */
const worded = (token: string): string => token.replaceAll("_", "-");

export const providerText = (token: string): string => `connections-provider-${worded(token)}`;
export const providerHelpText = (token: string): string => `connections-about-${worded(token)}`;

/** The same field is known by other words at other providers: an app has a client, a bucket has keys. */
export function fieldText(provider: Provider, field: Field): string {
  const name = `connections-field-${worded(field.name)}`;
  if (provider.token === "vendor_n") return "connections-field-team-key";
  const isAppsOwn = field.name === "client_id" || field.name === "client_secret";
  return isAppsOwn && provider.group === "platform" ? `${name}-app` : name;
}

/** How people know a provider: by what kind of place it is. */
export type ProviderKind = "object-storage" | "platform" | "gateway";

/**
 * `text` and `url` are shown while they are typed, `secret` is hidden, `key` is a whole private key of many lines,
 * `flag` is sent as text, `choice` is one of its options, and `fixed` is never asked.
 */
export type FieldKind = "text" | "url" | "secret" | "key" | "flag" | "choice" | "fixed";

export interface ProviderField {
  name: string;
  kind: FieldKind;
  /** The value at the beginning; that of a fixed field for ever. */
  initial?: string;
  optional?: boolean;
  choices?: readonly string[];
}

export interface Provider {
  token: string;
  kind: ProviderKind;
  fields: readonly ProviderField[];
  /** Whether files can be fetched from it as well. */
  givesFiles?: boolean;
  /** Whether it speaks S3, and so takes a manifest. */
  isS3?: boolean;
  hasTargetDirectory: boolean;
}

const text = (name: string, initial = ""): ProviderField => ({ name, kind: "text", initial });
const secret = (name: string): ProviderField => ({ name, kind: "secret" });
const KEYS = [text("client_id"), secret("client_secret")];
const ENDPOINT: ProviderField = { name: "endpoint", kind: "url" };

export const STORAGE_CLASSES = [
  "STANDARD",
  "INTELLIGENT_TIERING",
  "STANDARD_IA",
  "ONEZONE_IA",
  "GLACIER_IR",
  "GLACIER",
  "DEEP_ARCHIVE",
] as const;

const objectStorage = (
  token: string,
  fields: readonly ProviderField[],
  more: Partial<Omit<Provider, "token" | "fields">> = {},
): Provider => ({ token, kind: "object-storage", fields, hasTargetDirectory: true, ...more });

const platform = (token: string, fields: readonly ProviderField[], hasTargetDirectory = true): Provider => ({
  token,
  kind: "platform",
  fields,
  hasTargetDirectory,
});

const gateway = (token: string): Provider => ({ token, kind: "gateway", fields: [], hasTargetDirectory: false });

/** All providers, with what each needs to open its place, in the order in which they are offered. */
export const PROVIDERS: readonly Provider[] = [
  objectStorage("vendor_a_s3", [...KEYS, text("destination"), text("region")], { givesFiles: true, isS3: true }),
  objectStorage("vendor_b_blob", [secret("blob_service_sas_url"), text("destination")]),
  objectStorage("vendor_c_b2", [...KEYS, text("destination")]),
  objectStorage("vendor_g_storage", [text("client_email"), { name: "private_key", kind: "key" }, text("destination")]),
  objectStorage("vendor_e_s3", [...KEYS, text("destination"), ENDPOINT, text("region")], { isS3: true }),
  objectStorage("vendor_h_s3", [...KEYS, text("destination"), ENDPOINT, text("region")], {
    givesFiles: true,
    isS3: true,
  }),
  objectStorage(
    "vendor_k_s3",
    [
      ...KEYS,
      text("destination"),
      ENDPOINT,
      text("region", "default"),
      { name: "force_s3_path_style", kind: "flag", initial: "true" },
    ],
    { isS3: true },
  ),
  objectStorage(
    "vendor_l_s3",
    [...KEYS, text("destination"), ENDPOINT, { name: "region", kind: "fixed", initial: "eu" }],
    { isS3: true },
  ),
  platform("vendor_d_box", [
    ...KEYS,
    text("public_key_id"),
    { name: "private_key", kind: "key" },
    { name: "passphrase", kind: "secret", optional: true },
    text("enterprise_id"),
  ]),
  platform("vendor_f_v4", [
    { name: "auth_strategy", kind: "fixed", initial: "server" },
    ...KEYS,
    text("account_id"),
    text("workspace_id"),
    text("project_id"),
  ]),
  platform("vendor_f", [secret("developer_token"), text("account_id"), text("team_id"), text("project_id")]),
  platform("vendor_i", [text("application_id"), secret("application_token"), text("storage_id")]),
  platform("vendor_n", [secret("team_id")], false),
  gateway("desktop_sg"),
  gateway("vendor_a_efs_sg"),
  gateway("vendor_j_sg"),
  gateway("vendor_m_sg"),
];

export type Direction = "service_to_cloud" | "cloud_to_service";
/** `vendor_a_s3` is opened by keys or by a role; all others know but one way. */
export type AccessMode = "keys" | "role";

export function providerOf(token: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.token === token);
}

export const hasRoles = (provider: Provider): boolean => provider.token === "vendor_a_s3";

/** What is asked for, in order. */
export function fieldsOf(provider: Provider, direction: Direction, mode: AccessMode): ProviderField[] {
  const asked = provider.fields.filter((field) => field.kind !== "fixed");
  if (!hasRoles(provider)) return asked;
  const role = [text("role_arn"), text("external_id")];
  const opened = mode === "role" ? [...role, ...asked.filter((field) => !KEYS.includes(field))] : asked;
  const storageClass: ProviderField = {
    name: "storage_class",
    kind: "choice",
    choices: STORAGE_CLASSES,
    initial: "STANDARD",
  };
  // Files that are fetched keep the class that they have.
  return direction === "service_to_cloud" ? [...opened, storageClass] : opened;
}

/** The `authorization` of a connection: what was asked for and nothing else, since providers refuse what they do not know. */
export function authorizationOf(
  provider: Provider,
  direction: Direction,
  mode: AccessMode,
  values: Record<string, string>,
): Record<string, string> {
  const fixed = provider.fields.filter((field) => field.kind === "fixed");
  const asked = fieldsOf(provider, direction, mode);
  const pairs = [...fixed, ...asked].map((field): [string, string] => {
    const given = field.kind === "fixed" ? undefined : values[field.name];
    const value = given ?? field.initial ?? "";
    return [field.name, field.kind === "key" ? value : value.trim()];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

/** The fields that are still empty and must not be. */
export function missingFields(
  provider: Provider,
  direction: Direction,
  mode: AccessMode,
  values: Record<string, string>,
): string[] {
  const given = authorizationOf(provider, direction, mode, values);
  return fieldsOf(provider, direction, mode)
    .filter((field) => !field.optional && given[field.name] === undefined)
    .map((field) => field.name);
}

/** One directory on each line. */
export function directoriesOf(lines: string): string[] {
  return [
    ...new Set(
      lines
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}

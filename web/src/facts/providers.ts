// Generated from `connection.rs` and `authorization.rs` in `crates/domain/src` by `cargo xtask openapi`; do not edit.

export const DIRECTIONS = [
  "service_to_cloud",
  "cloud_to_service",
] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const FIELD_KINDS = [
  "text",
  "url",
  "secret",
  "private_key",
  "flag",
  "choice",
  "fixed",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const ACCESS_MODES = [
  "keys",
  "role",
] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly is_optional: boolean;
  /** The value that a form begins with; the only value of a fixed field. */
  readonly initial: string;
  readonly choices: readonly string[];
  /** Set if the field is only for connections in this direction. */
  readonly direction: Direction | null;
  /** Set if the field is only for this way to open the bucket. */
  readonly access_mode: AccessMode | null;
}

export interface ProviderFacts {
  readonly is_gateway: boolean;
  readonly is_s3: boolean;
  /** Whether files can also be fetched from it. */
  readonly gives_files: boolean;
  readonly has_target_directory: boolean;
  readonly fields: readonly Field[];
}

export const PROVIDERS = {
  vendor_a_s3: {
    is_gateway: false,
    is_s3: true,
    gives_files: true,
    has_target_directory: true,
    fields: [
      { name: "role_arn", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: "role" },
      { name: "external_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: "role" },
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: "keys" },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: "keys" },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "region", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "storage_class", kind: "choice", is_optional: true, initial: "STANDARD", choices: ["STANDARD","INTELLIGENT_TIERING","STANDARD_IA","ONEZONE_IA","GLACIER_IR","GLACIER","DEEP_ARCHIVE"], direction: "service_to_cloud", access_mode: null },
    ],
  },
  vendor_a_efs_sg: {
    is_gateway: true,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
    ],
  },
  vendor_b_blob: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "blob_service_sas_url", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_c_b2: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_d_box: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "public_key_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "private_key", kind: "private_key", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "passphrase", kind: "secret", is_optional: true, initial: "", choices: [], direction: null, access_mode: null },
      { name: "enterprise_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  desktop_sg: {
    is_gateway: true,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
    ],
  },
  vendor_e_s3: {
    is_gateway: false,
    is_s3: true,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "endpoint", kind: "url", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "region", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_f_v4: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "auth_strategy", kind: "fixed", is_optional: false, initial: "server", choices: [], direction: null, access_mode: null },
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "account_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "workspace_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "project_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_f: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "developer_token", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "account_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "team_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "project_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_g_storage: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_email", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "private_key", kind: "private_key", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_h_s3: {
    is_gateway: false,
    is_s3: true,
    gives_files: true,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "endpoint", kind: "url", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "region", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_i: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "application_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "application_token", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "storage_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_j_sg: {
    is_gateway: true,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
    ],
  },
  vendor_k_s3: {
    is_gateway: false,
    is_s3: true,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "endpoint", kind: "url", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "region", kind: "text", is_optional: false, initial: "default", choices: [], direction: null, access_mode: null },
      { name: "force_s3_path_style", kind: "flag", is_optional: false, initial: "true", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_l_s3: {
    is_gateway: false,
    is_s3: true,
    gives_files: false,
    has_target_directory: true,
    fields: [
      { name: "client_id", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "client_secret", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "destination", kind: "text", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "endpoint", kind: "url", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
      { name: "region", kind: "fixed", is_optional: false, initial: "eu", choices: [], direction: null, access_mode: null },
    ],
  },
  vendor_m_sg: {
    is_gateway: true,
    is_s3: false,
    gives_files: false,
    has_target_directory: true,
    fields: [
    ],
  },
  vendor_n: {
    is_gateway: false,
    is_s3: false,
    gives_files: false,
    has_target_directory: false,
    fields: [
      { name: "team_id", kind: "secret", is_optional: false, initial: "", choices: [], direction: null, access_mode: null },
    ],
  },
} as const satisfies Record<string, ProviderFacts>;
export type ProviderKind = keyof typeof PROVIDERS;

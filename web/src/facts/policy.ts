// Generated from `crates/domain/src/policy.rs` by `cargo xtask openapi`; do not edit.

export const ROLES = [
  "owner",
  "admin",
  "integration_manager",
  "member",
  "guest",
] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = [
  "all",
  "own",
  "spaces",
  "granted",
  "nothing",
] as const;
export type Scope = (typeof SCOPES)[number];

export const POLICY = {
  manage_team: { owner: "all", admin: "all", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  hand_over_ownership: { owner: "all", admin: "nothing", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  manage_api_keys: { owner: "all", admin: "own", integration_manager: "own", member: "nothing", guest: "nothing" },
  list_api_keys: { owner: "all", admin: "nothing", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  send_packages: { owner: "all", admin: "all", integration_manager: "all", member: "all", guest: "nothing" },
  manage_sent_packages: { owner: "all", admin: "all", integration_manager: "spaces", member: "spaces", guest: "nothing" },
  manage_portals: { owner: "all", admin: "all", integration_manager: "nothing", member: "spaces", guest: "nothing" },
  read_portals: { owner: "all", admin: "all", integration_manager: "spaces", member: "spaces", guest: "granted" },
  manage_teamspaces: { owner: "all", admin: "all", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  delete_teamspace: { owner: "own", admin: "own", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  use_tags: { owner: "all", admin: "all", integration_manager: "all", member: "all", guest: "nothing" },
  manage_connections: { owner: "all", admin: "all", integration_manager: "all", member: "nothing", guest: "nothing" },
  attach_to_portal: { owner: "all", admin: "all", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  manage_forms: { owner: "all", admin: "all", integration_manager: "nothing", member: "spaces", guest: "nothing" },
  read_audit: { owner: "all", admin: "all", integration_manager: "own", member: "own", guest: "own" },
  read_usage: { owner: "all", admin: "all", integration_manager: "all", member: "nothing", guest: "nothing" },
  read_outbox: { owner: "all", admin: "all", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  restore_packages: { owner: "all", admin: "all", integration_manager: "nothing", member: "nothing", guest: "nothing" },
  list_members: { owner: "all", admin: "all", integration_manager: "nothing", member: "all", guest: "nothing" },
} as const satisfies Record<string, Record<Role, Scope>>;
export type Action = keyof typeof POLICY;

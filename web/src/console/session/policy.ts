/** Who may do what in a Team: the access policy, as the server enforces it. Pages do not offer what it would refuse. */
export const ROLES = ["owner", "admin", "integration_manager", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

/** `own`: what the caller made. `spaces`: what is in no Teamspace, or in one of the caller's. `granted`: what lists the caller. */
export type Reach = "all" | "own" | "spaces" | "granted" | "no";

type Reaches = readonly [owner: Reach, admin: Reach, integrationManager: Reach, member: Reach, guest: Reach];

const POLICY = {
  manage_team: ["all", "all", "no", "no", "no"],
  hand_over: ["all", "no", "no", "no", "no"],
  api_keys: ["all", "own", "own", "no", "no"],
  list_api_keys: ["all", "no", "no", "no", "no"],
  send: ["all", "all", "all", "all", "no"],
  see_sent: ["all", "all", "spaces", "spaces", "no"],
  manage_portals: ["all", "all", "no", "spaces", "no"],
  see_received: ["all", "all", "spaces", "spaces", "granted"],
  manage_spaces: ["all", "all", "no", "no", "no"],
  tags: ["all", "all", "all", "all", "no"],
  integrations: ["all", "all", "all", "no", "no"],
  attach: ["all", "all", "no", "no", "no"],
  forms: ["all", "all", "no", "spaces", "no"],
  record: ["all", "all", "own", "own", "own"],
  usage: ["all", "all", "all", "no", "no"],
  outbox: ["all", "all", "no", "no", "no"],
} as const satisfies Record<string, Reaches>;

export type Action = keyof typeof POLICY;

export function reach(role: Role, action: Action): Reach {
  return POLICY[action][ROLES.indexOf(role)] ?? "no";
}

export function may(role: Role, action: Action): boolean {
  return reach(role, action) !== "no";
}

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

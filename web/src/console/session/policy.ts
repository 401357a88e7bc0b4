import { type Action, POLICY, ROLES, type Role, type Scope } from "../../facts/policy";

/** How far a permission goes. Pages do not offer what the server would refuse. */
export function scope(role: Role, action: Action): Scope {
  return POLICY[action][role];
}

export function may(role: Role, action: Action): boolean {
  return scope(role, action) !== "nothing";
}

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

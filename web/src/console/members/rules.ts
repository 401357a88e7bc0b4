import type { Schemas } from "../../api/client";
import { ROLES, type Role } from "../../facts/policy";
import { may } from "../session/policy";

export type Member = Schemas["MemberBody"];
export type { Role } from "../../facts/policy";

/** Whom one can be made by invitation or by a change of role; ownership is handed over instead. */
export const GIVEN_ROLES: readonly Role[] = ROLES.filter((role) => role !== "owner");

/** The text that names a role, and the one that says what it may do. */
export function roleText(role: string): string {
  return `members-role-${role.replaceAll("_", "-")}`;
}

export function roleHelpText(role: string): string {
  return `members-role-help-${role.replaceAll("_", "-")}`;
}

export interface MemberActions {
  inviteAgain: boolean;
  changeRole: boolean;
  handOver: boolean;
  remove: boolean;
}

/**
 * What someone may do to a member, as the server decides it too: the Owner's membership is never changed but by
 * handing over, and only someone who has accepted the invitation can become Owner.
 */
export function memberActions(own: Role, member: Pick<Member, "role" | "status">): MemberActions {
  const manages = may(own, "manage_team");
  const isOwner = member.role === "owner";
  return {
    inviteAgain: manages && member.status === "invited",
    changeRole: manages && !isOwner,
    handOver: may(own, "hand_over_ownership") && !isOwner && member.status === "active",
    remove: manages && !isOwner,
  };
}

/** By which name people find someone: their own, else their address. */
export function memberName(member: Pick<Member, "name" | "email">): string {
  return member.name.trim() === "" ? member.email : member.name;
}

/** Owner first, then by role and name, so that the list is the same each time. */
export function sortedMembers(members: readonly Member[]): Member[] {
  const rank = (member: Member) => ROLES.indexOf(member.role as Role);
  return [...members].sort(
    (left, right) => rank(left) - rank(right) || memberName(left).localeCompare(memberName(right)),
  );
}

/** Whether a member's name or address holds what was typed, whatever the letters' case. */
export function matchesMember(member: Pick<Member, "name" | "email">, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return `${member.name} ${member.email}`.toLowerCase().includes(wanted);
}

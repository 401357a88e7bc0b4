import type { Say } from "../../texts/texts";
import { type Days, daysOf, daysQuery } from "../activities/filters";
import { pageOfSearch, type Search } from "../address";

/** What of the audit record the address asks for; empty words ask for anything. */
export interface AuditFilters extends Days {
  page: number;
  actor: string;
  action: string;
  object: string;
}

export function auditFilters(search: Search): AuditFilters {
  return {
    page: pageOfSearch(search),
    actor: search.actor?.trim() ?? "",
    action: search.action?.trim() ?? "",
    object: search.object?.trim() ?? "",
    ...daysOf(search),
  };
}

export function auditQuery({ page, actor, action, object, from, to }: AuditFilters, limit: number) {
  return {
    page,
    limit,
    ...(actor && { actor }),
    ...(action && { action }),
    ...(object && { object }),
    ...daysQuery({ from, to }),
  };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.keys(auditQuery(filters, 0)).length > 2;
}

/** Everything that the server records, in the order in which people look for it. */
export const AUDIT_ACTIONS = [
  "sign_in",
  "log_out_all",
  "password_changed",
  "password_reset",
  "email_changed",
  "profile_changed",
  "second_factor_begun",
  "second_factor_on",
  "second_factor_off",
  "team_created",
  "team_updated",
  "team_suspended",
  "team_reactivated",
  "member_invited",
  "invitation_accepted",
  "role_changed",
  "member_removed",
  "teamspace_created",
  "teamspace_renamed",
  "teamspace_deleted",
  "teamspace_member_added",
  "teamspace_member_removed",
  "tag_created",
  "tag_deleted",
  "api_key_created",
  "api_key_updated",
  "api_key_switched",
  "api_key_deleted",
  "package_created",
  "package_finalized",
  "package_updated",
  "package_expiry_changed",
  "package_archived",
  "package_unarchived",
  "packages_archived",
  "packages_unarchived",
  "package_deleted",
  "package_expired",
  "virus_found",
  "link_created",
  "link_deleted",
  "portal_created",
  "portal_updated",
  "portal_deleted",
  "portal_access_changed",
  "portal_connections_changed",
  "portal_webhooks_changed",
  "form_created",
  "form_updated",
  "form_deleted",
  "form_template_created",
  "form_template_updated",
  "form_template_deleted",
  "filter_created",
  "filter_updated",
  "filter_deleted",
  "connection_created",
  "connection_updated",
  "connection_deleted",
  "transfer_started",
  "webhook_created",
  "webhook_updated",
  "webhook_deleted",
  "webhook_secret_rotated",
  "webhook_redelivered",
] as const;

/** Actors that are no people. */
export const NAMED_ACTORS = ["operator", "service", "stranger", "package token"] as const;

export function actionText(action: string): string {
  return `audit-action-${action.replaceAll("_", "-")}`;
}

/** The words for an action. An action that is newer than this page is shown by its own name. */
export function actionName(say: Say, action: string): string {
  const name = actionText(action);
  const text = say(name);
  return text === name ? action : text;
}

export function actorText(actor: string): string {
  return `audit-actor-${actor.replaceAll(" ", "-")}`;
}

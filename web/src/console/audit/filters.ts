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

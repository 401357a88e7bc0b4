import { dayEnd, dayStart } from "../../kit/time";
import { listOf, pageOfSearch, type Search } from "../address";

export const ACTIVITY_KINDS = ["upload", "download", "link_creation", "transfer"] as const;
export const ACTIVITY_STATES = ["pending", "started", "complete", "cancelled", "error"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
export type ActivityState = (typeof ACTIVITY_STATES)[number];

/** A time between two days of the reader's calendar, both counted; empty where it is open. */
export interface Days {
  from: string;
  to: string;
}

/** What of the activities the address asks for. */
export interface ActivityFilters extends Days {
  page: number;
  kind: ActivityKind[];
  state: ActivityState[];
  package_id: string;
}

/** Reads an address that anyone may have written: what makes no sense is left out, never an error. */
export function activityFilters(search: Search): ActivityFilters {
  const kinds = listOf(search.kind);
  const states = listOf(search.state);
  return {
    page: pageOfSearch(search),
    kind: ACTIVITY_KINDS.filter((kind) => kinds.includes(kind)),
    state: ACTIVITY_STATES.filter((state) => states.includes(state)),
    package_id: search.package_id?.trim() ?? "",
    ...daysOf(search),
  };
}

export function daysOf(search: Search): Days {
  return { from: dayOf(search.from), to: dayOf(search.to) };
}

/** A day as date fields write it, or none. */
export function dayOf(text = ""): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}

/** The query of the interface. */
export function activityQuery({ page, kind, state, package_id, from, to }: ActivityFilters, limit: number) {
  return {
    page,
    limit,
    ...(kind.length > 0 && { kind: kind.join(",") }),
    ...(state.length > 0 && { state: state.join(",") }),
    ...(package_id && { package_id }),
    ...daysQuery({ from, to }),
  };
}

export function daysQuery({ from, to }: Days) {
  return { ...(from && { created_at_start: dayStart(from) }), ...(to && { created_at_end: dayEnd(to) }) };
}

export function isFiltered(filters: ActivityFilters): boolean {
  return Object.keys(activityQuery(filters, 0)).length > 2;
}

export const ACTIVITY_KINDS = ["upload", "download", "link_creation", "transfer"] as const;
export const ACTIVITY_STATES = ["pending", "started", "complete", "cancelled", "error"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
export type ActivityState = (typeof ACTIVITY_STATES)[number];

/** What of the activities the address asks for. Whatever is not there is not asked for. */
export interface ActivityFilters {
  page: number;
  kind: ActivityKind[];
  state: ActivityState[];
  package_id?: string;
  from?: string;
  to?: string;
}

/** Reads an address that anyone may have written: what makes no sense is left out, never an error. */
export function activityFilters(search: Record<string, unknown>): ActivityFilters {
  const filters: ActivityFilters = {
    page: pageOf(search.page),
    kind: chosen(search.kind, ACTIVITY_KINDS),
    state: chosen(search.state, ACTIVITY_STATES),
  };
  const packageId = wordOf(search.package_id);
  const from = dayOf(search.from);
  const to = dayOf(search.to);
  return { ...filters, ...(packageId && { package_id: packageId }), ...(from && { from }), ...(to && { to }) };
}

export function pageOf(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** Text as addresses carry it; a number that looks like one was text too. */
export function wordOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

/** A day as date fields write it. */
export function dayOf(value: unknown): string | undefined {
  const text = wordOf(value);
  const isDay = text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
}

/** The known words of a list, joined by commas or not. */
export function chosen<T extends string>(value: unknown, known: readonly T[]): T[] {
  const words = (Array.isArray(value) ? value : String(value ?? "").split(",")).map(String);
  return known.filter((word) => words.includes(word));
}

/** The query of the interface. The last day counts to its end. */
export function activityQuery(filters: ActivityFilters, limit: number) {
  return {
    page: filters.page,
    limit,
    ...(filters.kind.length > 0 && { kind: filters.kind.join(",") }),
    ...(filters.state.length > 0 && { state: filters.state.join(",") }),
    ...(filters.package_id && { package_id: filters.package_id }),
    ...periodQuery(filters),
  };
}

/** Days of the reader's own calendar as moments of the interface. */
export function periodQuery({ from, to }: { from?: string; to?: string }) {
  return {
    ...(from && { created_at_start: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { created_at_end: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

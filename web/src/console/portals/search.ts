import { QUERY } from "../../facts/limits";

/** What a list of Portals is asked for. It stands in the address, so that a list can be kept, shared and gone back to. */
export interface PortalSearch {
  name?: string;
  active?: "on" | "off";
  tags?: string[];
  teamspaces?: string[];
  created_at_start?: string;
  created_at_end?: string;
  sort?: PortalSort;
  page?: number;
}

const SORT_FIELDS = ["name", "subdomain", "created_at", "updated_at"] as const;
export type PortalSortField = (typeof SORT_FIELDS)[number];
export type PortalSort = PortalSortField | `-${PortalSortField}`;

export const PAGE_SIZE = QUERY.PAGE_USUAL;

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readPortalSearch(raw: Record<string, unknown>): PortalSearch {
  const search: PortalSearch = {};
  if (isText(raw.name)) search.name = raw.name;
  if (raw.active === "on" || raw.active === "off") search.active = raw.active;
  const tags = list(raw.tags);
  if (tags.length > 0) search.tags = tags;
  const teamspaces = list(raw.teamspaces);
  if (teamspaces.length > 0) search.teamspaces = teamspaces;
  if (isDay(raw.created_at_start)) search.created_at_start = raw.created_at_start;
  if (isDay(raw.created_at_end)) search.created_at_end = raw.created_at_end;
  if (isSort(raw.sort)) search.sort = raw.sort;
  const page = Number(raw.page);
  if (Number.isInteger(page) && page > 1) search.page = page;
  return search;
}

/** The same as parameters of the call. */
export function portalQuery(search: PortalSearch) {
  const { active, tags, teamspaces, page, ...same } = search;
  return {
    ...same,
    ...(active ? { active: active === "on" } : {}),
    ...(tags ? { tags: tags.join(",") } : {}),
    ...(teamspaces ? { teamspaces: teamspaces.join(",") } : {}),
    page: page ?? 1,
    limit: PAGE_SIZE,
  };
}

/** What narrows the list, without what orders it. */
export function filtersOf({ sort: _sort, page: _page, ...filters }: PortalSearch): Omit<PortalSearch, "sort" | "page"> {
  return filters;
}

export function hasFilters(search: PortalSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0;
}

/** The change of the address that takes all filters away. */
export const NO_FILTERS = {
  name: undefined,
  active: undefined,
  tags: undefined,
  teamspaces: undefined,
  created_at_start: undefined,
  created_at_end: undefined,
};

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}

function isSort(value: unknown): value is PortalSort {
  return typeof value === "string" && SORT_FIELDS.some((field) => value === field || value === `-${field}`);
}

function list(value: unknown): string[] {
  return isText(value) ? value.split(",").filter(isText) : [];
}

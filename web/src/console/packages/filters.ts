import { QUERY } from "../../facts/limits";
import { dayEnd, dayStart } from "../../kit/time";
import { listOf, pageOfSearch, type Search } from "../address";

export const STATES = ["new", "finalized", "expired", "archived"] as const;
export type PackageState = (typeof STATES)[number];

/** What is shown unless someone asks for more: all but the archive. */
const SHOWN: PackageState[] = ["new", "finalized", "expired"];
export const SORT = "-created_at";
export const LIMIT = QUERY.PAGE_USUAL;

/** Every filter of the interface, as the address holds it. Days are the reader's own. */
export interface PackageFilters {
  name: string;
  sender: string;
  status: PackageState[];
  tags: string[];
  teamspaces: string[];
  created_at_start: string;
  created_at_end: string;
  expiry_start: string;
  expiry_end: string;
  extra_storage: "" | "true" | "false";
  portal: string;
  sort: string;
  page: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters; what is no filter is as if it were not there. */
export function filtersOf(search: Search): PackageFilters {
  const day = (text: string | undefined) => (text && DAY.test(text) ? text : "");
  const status = listOf(search.status).filter((each): each is PackageState => STATES.some((state) => state === each));
  const extra = search.extra_storage;
  return {
    name: search.name ?? "",
    sender: search.sender ?? "",
    status: status.length > 0 ? status : SHOWN,
    tags: listOf(search.tags),
    teamspaces: listOf(search.teamspaces),
    created_at_start: day(search.created_at_start),
    created_at_end: day(search.created_at_end),
    expiry_start: day(search.expiry_start),
    expiry_end: day(search.expiry_end),
    extra_storage: extra === "true" || extra === "false" ? extra : "",
    portal: search.portal ?? "",
    sort: search.sort ?? SORT,
    page: pageOfSearch(search),
  };
}

export interface PackageQuery {
  page: number;
  limit: number;
  sort: string;
  status: string;
  name?: string;
  sender?: string;
  tags?: string;
  teamspaces?: string;
  created_at_start?: string;
  created_at_end?: string;
  expiry_start?: string;
  expiry_end?: string;
  extra_storage?: boolean;
  portal?: string;
}

/** The filters as the interface takes them. */
export function queryOf(filters: PackageFilters): PackageQuery {
  const texts = {
    name: filters.name.trim(),
    sender: filters.sender.trim(),
    tags: filters.tags.join(","),
    teamspaces: filters.teamspaces.join(","),
    created_at_start: dayStart(filters.created_at_start),
    created_at_end: dayEnd(filters.created_at_end),
    expiry_start: dayStart(filters.expiry_start),
    expiry_end: dayEnd(filters.expiry_end),
    portal: filters.portal,
  };
  return {
    page: filters.page,
    limit: LIMIT,
    sort: filters.sort,
    status: filters.status.join(","),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== "")),
    ...(filters.extra_storage === "" ? {} : { extra_storage: filters.extra_storage === "true" }),
  };
}

/** How many filters besides the name are set, for the button that shows them. */
export function countSet(filters: PackageFilters): number {
  const { tags, teamspaces, status } = filters;
  const texts = [
    "sender",
    "created_at_start",
    "created_at_end",
    "expiry_start",
    "expiry_end",
    "extra_storage",
    "portal",
  ] as const;
  const isOther = status.join() !== SHOWN.join();
  return (
    texts.filter((name) => filters[name] !== "").length +
    [tags.length, teamspaces.length, isOther].filter(Boolean).length
  );
}

/** The address without any filter; the sort stays. */
export const NO_FILTERS: Record<string, undefined> = {
  name: undefined,
  sender: undefined,
  status: undefined,
  tags: undefined,
  teamspaces: undefined,
  created_at_start: undefined,
  created_at_end: undefined,
  expiry_start: undefined,
  expiry_end: undefined,
  extra_storage: undefined,
  portal: undefined,
};

import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** What stands behind the `?` of the address: names and texts, nothing else, so that people can read and change it. */
export type Search = Record<string, string>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    // A repeated name means the same as its values joined by commas, as in the interface.
    search[name] = name in search ? `${search[name]},${value}` : value;
  }
  return search;
}

export function writeSearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(parts).toString().replaceAll("%2C", ",").replaceAll("%40", "@");
  return text === "" ? "" : `?${text}`;
}

/** A part of the path: `$id` of `/portals/$id`. */
export function useParam(name: string): string {
  const parameters = useParams({ strict: false }) as Record<string, string | undefined>;
  return parameters[name] ?? "";
}

/**
 * What a page keeps in the address: filters, sort, page, open tab.
 *
 * `read` makes typed values of the texts and must accept whatever people type there. Changing anything but `page`
 * leads back to the first page.
 */
export function useAddress<T>(read: (search: Search) => T): [T, (change: Record<string, string | undefined>) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (wanted: Record<string, string | undefined>) => {
      void navigate({ to: ".", search: ((former: Search) => changed(former, wanted)) as never, replace: true });
    },
    [navigate],
  );
  return [read(search), change];
}

export function changed(former: Search, wanted: Record<string, string | undefined>): Search {
  const next: Record<string, string | undefined> = {
    ...former,
    ...("page" in wanted ? {} : { page: undefined }),
    ...wanted,
  };
  const given = Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(given);
}

/** The page that the address names, from 1. */
export function pageOfSearch(search: Search): number {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** A list in the address, joined by commas. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").filter((part) => part !== "");
}

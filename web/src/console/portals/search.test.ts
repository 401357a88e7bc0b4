import { describe, expect, it } from "vitest";
import { hasFilters, portalQuery, readPortalSearch } from "./search";

describe("the address of a list", () => {
  it("leaves out what makes no sense", () => {
    const raw = { name: 4, active: "yes", tags: ",", sort: "price", page: 0, created_at_start: "soon", other: "x" };
    expect(readPortalSearch(raw)).toEqual({});
  });

  it("is the call's parameters", () => {
    const search = readPortalSearch({
      name: "day",
      active: "off",
      tags: "a,,b",
      teamspaces: "s",
      created_at_end: "2026-11-15",
      sort: "-name",
      page: "3",
    });
    expect(portalQuery(search)).toEqual({
      name: "day",
      active: false,
      tags: "a,b",
      teamspaces: "s",
      created_at_end: "2026-11-15",
      sort: "-name",
      page: 3,
      limit: 50,
    });
    expect(hasFilters(search)).toBe(true);
  });

  it("knows an order from a filter", () => expect(hasFilters({ sort: "name", page: 2 })).toBe(false));
});

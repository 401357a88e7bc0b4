import { describe, expect, it } from "vitest";
import { dayEnd, dayStart } from "../../kit/time";
import { countSet, filtersOf, queryOf } from "./filters";

describe("filters in the address", () => {
  it("are all but the archive when nothing is said", () => {
    expect(queryOf(filtersOf({}))).toEqual({
      page: 1,
      limit: 50,
      sort: "-created_at",
      status: "new,finalized,expired",
    });
    expect(countSet(filtersOf({}))).toBe(0);
  });

  it("reach the interface", () => {
    const search = {
      name: " day ",
      sender: "a@example.org",
      status: "archived",
      tags: "T1,T2",
      teamspaces: "S",
      created_at_start: "2026-11-01",
      created_at_end: "2026-11-02",
      expiry_start: "2026-12-01",
      expiry_end: "2026-12-02",
      extra_storage: "false",
      portal: "P",
      sort: "size",
      page: "3",
    };
    expect(queryOf(filtersOf(search))).toEqual({
      page: 3,
      limit: 50,
      sort: "size",
      status: "archived",
      name: "day",
      sender: "a@example.org",
      tags: "T1,T2",
      teamspaces: "S",
      created_at_start: dayStart("2026-11-01"),
      created_at_end: dayEnd("2026-11-02"),
      expiry_start: dayStart("2026-12-01"),
      expiry_end: dayEnd("2026-12-02"),
      extra_storage: false,
      portal: "P",
    });
    expect(countSet(filtersOf(search))).toBe(10);
  });

  it.each([
    [{ status: "gone" }, "new,finalized,expired"],
    [{ status: "gone,expired" }, "expired"],
  ])("%j shows %s", (search, status) => expect(filtersOf(search).status.join()).toBe(status));

  it("takes nonsense for nothing", () => {
    const filters = filtersOf({ created_at_start: "yesterday", extra_storage: "maybe", page: "-1" });
    expect(countSet(filters)).toBe(0);
    expect(filters.page).toBe(1);
  });
});

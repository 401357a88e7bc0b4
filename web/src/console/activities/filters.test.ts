import { describe, expect, it } from "vitest";
import { activityFilters, activityQuery, dayOf, pageOf } from "./filters";

describe("filters of activities", () => {
  it("reads an address", () => {
    const search = { page: 3, kind: "download,upload", state: ["error"], package_id: "01K", from: "2026-11-01" };
    expect(activityFilters(search)).toEqual({
      page: 3,
      kind: ["upload", "download"],
      state: ["error"],
      package_id: "01K",
      from: "2026-11-01",
    });
  });

  it("leaves out what makes no sense", () => {
    expect(activityFilters({ page: "x", kind: "explosion", state: 7, from: "yesterday" })).toEqual({
      page: 1,
      kind: [],
      state: [],
    });
  });

  it("asks only for what is wanted", () => {
    expect(activityQuery(activityFilters({}), 50)).toEqual({ page: 1, limit: 50 });
    const some = activityQuery(activityFilters({ kind: "upload,download", state: "error" }), 50);
    expect(some).toEqual({ page: 1, limit: 50, kind: "upload,download", state: "error" });
  });

  it.each([
    [0, 1],
    [1.5, 1],
    ["2", 2],
    [undefined, 1],
  ])("page %s is %d", (value, page) => expect(pageOf(value)).toBe(page));

  it.each([
    ["2026-02-30x", undefined],
    ["2026-11-15", "2026-11-15"],
    [20261115, undefined],
  ])("day %s is %s", (value, day) => expect(dayOf(value)).toBe(day));
});

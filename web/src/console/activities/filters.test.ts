import { describe, expect, it } from "vitest";
import { activityFilters, activityQuery, dayOf, isFiltered } from "./filters";

describe("filters of activities", () => {
  it("reads an address", () => {
    const search = { page: "3", kind: "download,upload", state: "error", package_id: " 01K ", from: "2026-11-01" };
    expect(activityFilters(search)).toEqual({
      page: 3,
      kind: ["upload", "download"],
      state: ["error"],
      package_id: "01K",
      from: "2026-11-01",
      to: "",
    });
  });

  it("leaves out what makes no sense", () => {
    const filters = activityFilters({ page: "x", kind: "explosion", state: "7", from: "yesterday" });
    expect(filters).toEqual({ page: 1, kind: [], state: [], package_id: "", from: "", to: "" });
    expect(isFiltered(filters)).toBe(false);
  });

  it("asks only for what is wanted", () => {
    expect(activityQuery(activityFilters({}), 50)).toEqual({ page: 1, limit: 50 });
    const some = activityFilters({ kind: "upload,download", state: "error" });
    expect(activityQuery(some, 50)).toEqual({ page: 1, limit: 50, kind: "upload,download", state: "error" });
    expect(isFiltered(some)).toBe(true);
  });

  it.each([
    ["2026-02-30x", ""],
    ["2026-11-15", "2026-11-15"],
    ["20261115", ""],
    [undefined, ""],
  ])("day %s is %j", (text, day) => expect(dayOf(text)).toBe(day));
});

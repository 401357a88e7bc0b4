import { describe, expect, it } from "vitest";
import { allSelected, directionOf, nextSort, pageRange, shownColumns, toggled, toggledAll } from "./rows";

describe("sorting", () => {
  it.each([
    [undefined, "name", "name", "none"],
    ["name", "name", "-name", "ascending"],
    ["-name", "name", "name", "descending"],
    ["-size", "name", "name", "none"],
  ])("from %s a press on %s gives %s", (sort, field, next, direction) => {
    expect(nextSort(sort, field)).toBe(next);
    expect(directionOf(sort, field)).toBe(direction);
  });
});

describe("selection", () => {
  const selected = new Set(["a", "z"]);
  it("ticks and unticks one", () => {
    expect([...toggled(selected, "b")]).toEqual(["a", "z", "b"]);
    expect([...toggled(selected, "a")]).toEqual(["z"]);
  });
  it("ticks the page and leaves other pages alone", () => {
    expect(allSelected(["a", "b"], selected)).toBe("some");
    expect([...toggledAll(["a", "b"], selected)]).toEqual(["a", "z", "b"]);
    expect([...toggledAll(["a"], selected)]).toEqual(["z"]);
    expect(allSelected([], selected)).toBe("none");
  });
});

describe("pages", () => {
  it.each([
    [1, 50, 0, { first: 0, last: 0, pages: 1 }],
    [1, 50, 50, { first: 1, last: 50, pages: 1 }],
    [2, 50, 51, { first: 51, last: 51, pages: 2 }],
  ])("page %d by %d of %d", (page, limit, total, range) => expect(pageRange(page, limit, total)).toEqual(range));
});

describe("columns", () => {
  const columns = [{ id: "name" }, { id: "size" }, { id: "tag", isExtra: true }, { id: "act", isFixed: true }];
  it.each([
    [undefined, "name size act"],
    [[], "name act"],
    [["tag"], "name tag act"],
  ])("%j shows %s", (chosen, shown) => {
    expect(
      shownColumns(columns, chosen)
        .map((column) => column.id)
        .join(" "),
    ).toBe(shown);
  });
});

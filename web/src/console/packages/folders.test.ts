import { describe, expect, it } from "vitest";
import { rowsIn, search } from "./folders";

const file = (whole: string, size = 1, kind = "file") => {
  const slash = whole.lastIndexOf("/");
  return { kind, path: whole.slice(0, Math.max(0, slash)), name: whole.slice(slash + 1), size };
};

const files = [
  file("read me.txt", 5),
  file("A/1.mov", 10),
  file("A/B/2.mov", 20),
  file("A/B/3.mov", 30),
  file("empty", 0, "directory"),
  file("A/none", 0, "directory"),
  file("AB/4.mov", 40),
];

const told = (folder: string) =>
  rowsIn(files, folder).map((row) => (row.kind === "folder" ? `${row.path}: ${row.files}, ${row.size}` : row.name));

describe("folders", () => {
  it.each([
    ["", ["A: 3, 60", "empty: 0, 0", "AB: 1, 40", "read me.txt"]],
    ["A", ["A/B: 2, 50", "A/none: 0, 0", "1.mov"]],
    ["A/B", ["2.mov", "3.mov"]],
    ["empty", []],
    ["gone", []],
  ])("in %j lie %j", (folder, rows) => expect(told(folder)).toEqual(rows));

  it("finds by name and by folder", () => {
    expect(search(files, " b/").map((row) => row.name)).toEqual(["A/B/2.mov", "A/B/3.mov", "AB/4.mov"]);
    expect(search(files, "README")).toEqual([]);
    expect(search(files, "none")).toEqual([]);
  });
});

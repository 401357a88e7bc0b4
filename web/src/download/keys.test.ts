import { describe, expect, it } from "vitest";
import { stepOf } from "./keys";
import type { Row } from "./tree";

const folder = (name: string, depth: number, isOpen: boolean): Row => ({
  kind: "folder",
  depth,
  isOpen,
  folder: { key: name, name, size: 0, first: 0, end: 0, folders: [], files: [] },
});
const file = (name: string, depth: number): Row => ({
  kind: "file",
  depth,
  file: { id: name, name, size: 0, offer: "offered", folders: [], crc32: "" },
});
const ROWS = [folder("a", 1, true), file("a1", 2), folder("b", 1, false), file("c", 1)];

describe("keys of the tree", () => {
  it.each([
    ["ArrowDown", 0, 1],
    ["ArrowUp", 0, 0],
    ["End", 0, 3],
    ["Home", 3, 0],
    ["PageDown", 1, 3],
    ["ArrowLeft", 1, 0],
    ["ArrowRight", 0, 1],
  ])("%s at %d goes to %d", (key, at, index) => expect(stepOf(key, ROWS, at, true)).toEqual({ kind: "go", index }));

  it.each([
    ["ArrowLeft", 0, "toggle"],
    ["ArrowRight", 2, "toggle"],
    ["Enter", 2, "toggle"],
    ["Enter", 1, "get"],
    [" ", 2, "tick"],
  ])("%s at %d does %s", (key, at, kind) => expect(stepOf(key, ROWS, at, true)).toEqual({ kind, row: ROWS[at] }));

  it("leaves the buttons of a row their keys", () => {
    expect(stepOf(" ", ROWS, 1, false)).toBeUndefined();
    expect(stepOf("Enter", ROWS, 1, false)).toBeUndefined();
    expect(stepOf("ArrowDown", ROWS, 1, false)).toEqual({ kind: "go", index: 2 });
  });

  it("does nothing in an empty tree", () => expect(stepOf("ArrowDown", [], 0, true)).toBeUndefined());
});

import { describe, expect, it } from "vitest";
import { countTicks, offeredIn, tickOf, toggleFile, toggleFolder } from "./ticks";
import { buildTree, folderKeys, offerOf, rowsOf, search } from "./tree";
import type { PackageFile } from "./visit";

function entry(path: string, name: string, more: Partial<PackageFile> = {}): PackageFile {
  return {
    id: `${path}|${name}`,
    kind: "file",
    name,
    path,
    size: 10,
    chunk_size: 0,
    last_modified: "",
    state: "finalized",
    virus_detected: false,
    scan_state: "clean",
    checksum: { crc64nvme: "", crc32: "" },
    ...more,
  };
}

const ENTRIES = [
  entry("", "shot 10.mov"),
  entry("", "shot 9.mov"),
  entry("b", "x.wav", { size: 5 }),
  entry("b/inner", "deep.txt"),
  entry("b/inner", "bad.exe", { scan_state: "infected", virus_detected: true }),
  entry("", "empty", { kind: "directory", size: 0 }),
];

const shown = (open: boolean, entries = ENTRIES) =>
  rowsOf(buildTree(entries, "en"), () => open).map(
    (row) => `${row.depth} ${row.kind === "folder" ? `${row.folder.name}/` : row.file.name}`,
  );

describe("the tree", () => {
  it("has folders first and counts as people do", () =>
    expect(shown(true)).toEqual([
      "1 b/",
      "2 inner/",
      "3 bad.exe",
      "3 deep.txt",
      "2 x.wav",
      "1 empty/",
      "1 shot 9.mov",
      "1 shot 10.mov",
    ]));

  it("hides what is in closed folders", () =>
    expect(shown(false)).toEqual(["1 b/", "1 empty/", "1 shot 9.mov", "1 shot 10.mov"]));

  it("sums folders", () => {
    const [b] = buildTree(ENTRIES, "en").root.folders;
    expect(b).toMatchObject({ size: 25, first: 0, end: 3 });
    expect(folderKeys(buildTree(ENTRIES, "en").root)).toEqual(["/b", "/b/inner", "/empty"]);
  });

  it("finds by name and by folder", () => {
    expect(shown(true, search(ENTRIES, " DEEP"))).toEqual(["1 b/", "2 inner/", "3 deep.txt"]);
    expect(search(ENTRIES, "inner/")).toHaveLength(2);
    expect(search(ENTRIES, "")).toBe(ENTRIES);
  });

  it("takes 50,000 files in its stride", () => {
    const many = Array.from({ length: 50_000 }, (_, index) => entry(`d${index % 100}/s${index % 7}`, `f${index}`));
    const began = performance.now();
    expect(rowsOf(buildTree(many, "en"), () => true)).toHaveLength(50_000 + 100 + 700);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe("offers", () => {
  it.each([
    [{}, "offered"],
    [{ scan_state: "not_scanned" }, "offered"],
    [{ scan_state: "pending" }, "scanning"],
    [{ scan_state: "infected" }, "infected"],
    [{ state: "new" }, "incomplete"],
  ])("%o is %s", (more, offer) => expect(offerOf(entry("", "a", more))).toBe(offer));
});

describe("ticks", () => {
  const tree = buildTree(ENTRIES, "en");
  const [b, empty] = tree.root.folders;
  if (!b || !empty) throw new Error("the tree has two folders");

  it("of a folder leave out what cannot be had", () => {
    const ticks = toggleFolder(tree, new Set(), b);
    expect([...ticks].sort()).toEqual(["b/inner|deep.txt", "b|x.wav"]);
    expect(tickOf(countTicks(tree, ticks), b)).toBe("all");
    expect(tickOf(countTicks(tree, ticks), tree.root)).toBe("some");
    expect(toggleFolder(tree, ticks, b).size).toBe(0);
  });

  it("of a part make the folder half ticked, and the next click fills it", () => {
    const ticks = toggleFile(new Set(), "b|x.wav");
    expect(tickOf(countTicks(tree, ticks), b)).toBe("some");
    expect(toggleFolder(tree, ticks, b).size).toBe(2);
    expect(toggleFile(ticks, "b|x.wav").size).toBe(0);
  });

  it("of an empty folder are none", () => {
    const counts = countTicks(tree, new Set());
    expect(tickOf(counts, empty)).toBe("none");
    expect(offeredIn(counts, empty)).toBe(0);
  });
});

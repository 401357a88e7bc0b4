import { describe, expect, it } from "vitest";
import { type Chosen, ofDrop, ofFiles, ofHandle, ofPaste } from "./intake";

const file = (name: string, relative = "") =>
  Object.defineProperty(new File(["x"], name), "webkitRelativePath", { value: relative });
const shown = (chosen: Chosen | "system-file") =>
  chosen === "system-file" ? "(system)" : `${chosen.path}|${chosen.name}${chosen.file ? "" : "/"}`;

async function all(chosen: AsyncIterable<Chosen | "system-file">): Promise<string[]> {
  const found = [];
  for await (const each of chosen) found.push(shown(each));
  return found;
}

/** A folder as `webkitGetAsEntry` gives it, which tells a hundred of its entries at a time. */
function folderEntry(name: string, children: object[]): object {
  const createReader = () => {
    let place = 0;
    return {
      readEntries: (resolve: (some: object[]) => void) => {
        const some = children.slice(place, place + 100);
        place += 100;
        queueMicrotask(() => resolve(some));
      },
    };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}
const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (found: File) => void) => resolve(file(name)),
});

function dropped(entries: object[]): DataTransfer {
  let isOver = false;
  queueMicrotask(() => {
    isOver = true;
  });
  const items = entries.map((entry) => ({
    kind: "file",
    webkitGetAsEntry: () => (isOver ? null : entry),
    getAsFile: () => null,
  }));
  return { items } as unknown as DataTransfer;
}

describe("what is picked", () => {
  it("keeps folders and leaves system files out", () => {
    const files = [file("a.mov"), file("b.mov", "Film/Day 1/b.mov"), file(".DS_Store", "Film/.DS_Store")];
    expect([...ofFiles(files)].map(shown)).toEqual(["|a.mov", "Film/Day 1|b.mov", "(system)"]);
  });
});

describe("what is dropped", () => {
  it("is read to the last entry, with structure and empty folders", async () => {
    const many = Array.from({ length: 250 }, (_, index) => fileEntry(`${index}.mov`));
    const tree = folderEntry("Film", [folderEntry("Day 1", many), folderEntry("Empty", []), fileEntry("desktop.ini")]);
    const found = await all(ofDrop(dropped([tree, fileEntry("loose.txt")])).chosen);
    expect(found).toHaveLength(253);
    expect(found[249]).toBe("Film/Day 1|249.mov");
    expect(found.slice(250)).toEqual(["Film|Empty/", "(system)", "|loose.txt"]);
  });

  it("falls back to plain files", async () => {
    const item = { kind: "file", webkitGetAsEntry: () => null, getAsFile: () => file("a.txt") };
    const text = { kind: "string" };
    expect(await all(ofDrop({ items: [text, item] } as unknown as DataTransfer).chosen)).toEqual(["|a.txt"]);
  });

  it("hands out handles, and is read by them where there is nothing else", async () => {
    const handle = { kind: "file", name: "a.txt", getFile: async () => file("a.txt") };
    const item = { kind: "file", getAsFileSystemHandle: async () => handle, getAsFile: () => null };
    const intake = ofDrop({ items: [item] } as unknown as DataTransfer);
    expect(await intake.handles).toEqual([handle]);
    expect(await all(intake.chosen)).toEqual(["|a.txt"]);
  });
});

describe("handles", () => {
  it("are walked as entries are", async () => {
    const leaf = (name: string) => ({ kind: "file", name, getFile: async () => file(name) });
    const folder = (name: string, children: object[]) => ({
      kind: "directory",
      name,
      async *values() {
        yield* children;
      },
    });
    const tree = folder("Film", [folder("Empty", []), leaf("a.mov"), folder("x.fcpcache", [leaf("b")])]);
    expect(await all(ofHandle(tree as unknown as FileSystemHandle))).toEqual(["Film|Empty/", "Film|a.mov", "(system)"]);
  });
});

describe("what is pasted", () => {
  it("gives pictures the time as their name", () => {
    const files = [file("image.png"), file("notes.txt")];
    const names = ofPaste({ files } as unknown as DataTransfer, new Date(2026, 10, 5, 9, 8, 7)).map(({ name }) => name);
    expect(names).toEqual(["2026-11-05 09.08.07.png", "notes.txt"]);
  });
});

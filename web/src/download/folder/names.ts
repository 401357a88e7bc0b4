import type { TreeFile } from "../tree";

/** A file and where it goes below the folder that the visitor chose. */
export interface PlannedFile {
  id: string;
  size: number;
  folders: string[];
  name: string;
  /** Hexadecimal; empty where it is not known. */
  crc32: string;
}

export interface Plan {
  files: PlannedFile[];
  /** Folders that no file leads to. */
  folders: string[][];
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** A name that every system takes: what one of them forbids becomes `_`. */
export function safeName(name: string): string {
  const cleaned = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[<>:"/\\|?*\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "_")
    .replace(/[. ]+$/, (end) => "_".repeat(end.length));
  if (cleaned === "") return "_";
  return RESERVED.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** `name (2).mov`: the number goes before the ending, so that the file still opens with the right program. */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Names that differ only in what a file system may not tell apart, such as case, would overwrite each other. */
class Taken {
  private readonly names = new Set<string>();

  take(place: string, wanted: string): string {
    let name = wanted;
    for (let number = 2; this.names.has(this.key(place, name)); number += 1) name = numbered(wanted, number);
    this.names.add(this.key(place, name));
    return name;
  }

  private key(place: string, name: string): string {
    return `${place}/${name}`.normalize().toLowerCase();
  }
}

/** Where everything goes. The same package always gives the same plan, so that a second run finds the first one's files. */
export function planOf(files: TreeFile[], emptyFolders: string[][]): Plan {
  const taken = new Taken();
  const known = new Map<string, string[]>();
  const folderOf = (folders: string[]): string[] => {
    if (folders.length === 0) return [];
    const key = folders.join("/");
    const found = known.get(key);
    if (found) return found;
    const parent = folderOf(folders.slice(0, -1));
    const own = [...parent, taken.take(parent.join("/"), safeName(folders.at(-1) ?? ""))];
    known.set(key, own);
    return own;
  };
  const folders = emptyFolders.map(folderOf);
  for (const file of files) folderOf(file.folders);
  const planned = files.map(({ id, size, name, crc32, folders: path }) => {
    const place = folderOf(path);
    return { id, size, crc32, folders: place, name: taken.take(place.join("/"), safeName(name)) };
  });
  return { files: planned, folders };
}

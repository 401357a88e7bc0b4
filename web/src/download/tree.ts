import type { PackageFile } from "./visit";

/** Whether a file can be had, or why not. */
export type Offer = "offered" | "scanning" | "infected" | "incomplete";

export interface TreeFile {
  id: string;
  name: string;
  size: number;
  offer: Offer;
  /** The folders that lead to it. */
  folders: string[];
  /** Of its content, hexadecimal; empty where it is not known. */
  crc32: string;
}

export interface TreeFolder {
  /** All folders that lead to it and itself, joined; no two folders share it. */
  key: string;
  name: string;
  size: number;
  /** Which of the tree's files are in it, at any depth: from `first` up to, but not including, `end`. */
  first: number;
  end: number;
  folders: TreeFolder[];
  /** Indices of the files that lie directly in it. */
  files: number[];
}

export interface Tree {
  root: TreeFolder;
  /** In the order in which they are shown when all folders are open. */
  files: TreeFile[];
}

export type Row =
  | { kind: "folder"; depth: number; folder: TreeFolder; isOpen: boolean }
  | { kind: "file"; depth: number; file: TreeFile };

export function offerOf(file: PackageFile): Offer {
  if (file.virus_detected || file.scan_state === "infected") return "infected";
  if (file.state !== "finalized") return "incomplete";
  return file.scan_state === "pending" ? "scanning" : "offered";
}

export const foldersOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

interface Draft {
  name: string;
  key: string;
  folders: Map<string, Draft>;
  files: TreeFile[];
}

const draft = (name: string, key: string): Draft => ({ name, key, folders: new Map(), files: [] });

function reach(root: Draft, folders: string[]): Draft {
  let place = root;
  for (const name of folders) {
    let next = place.folders.get(name);
    if (!next) {
      next = draft(name, `${place.key}/${name}`);
      place.folders.set(name, next);
    }
    place = next;
  }
  return place;
}

/** Builds the tree of a package: folders before files, names as people count (`shot 9` before `shot 10`). */
export function buildTree(entries: PackageFile[], language: string): Tree {
  const root = draft("", "");
  for (const entry of entries) {
    const folders = foldersOf(entry.path);
    if (entry.kind === "directory") reach(root, [...folders, entry.name]);
    else {
      const { id, name, size, checksum } = entry;
      reach(root, folders).files.push({ id, name, size, offer: offerOf(entry), folders, crc32: checksum.crc32 });
    }
  }
  const collator = new Intl.Collator(language, { numeric: true });
  const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name);
  const files: TreeFile[] = [];
  return { root: settle(root, files, byName), files };
}

type Order = (one: { name: string }, other: { name: string }) => number;

function settle(from: Draft, files: TreeFile[], order: Order): TreeFolder {
  const first = files.length;
  const folders = [...from.folders.values()].sort(order).map((each) => settle(each, files, order));
  const own = from.files.sort(order).map((file) => files.push(file) - 1);
  let size = 0;
  for (let index = first; index < files.length; index += 1) size += files[index]?.size ?? 0;
  return { key: from.key, name: from.name, size, first, end: files.length, folders, files: own };
}

/** The entries whose name, or one of whose folders, has what was searched for; folders without files only by name. */
export function search(entries: PackageFile[], wanted: string): PackageFile[] {
  const needle = wanted.trim().normalize().toLowerCase();
  if (needle === "") return entries;
  return entries.filter(({ path, name }) => `${path}/${name}`.normalize().toLowerCase().includes(needle));
}

/** What is shown, from top to bottom. */
export function rowsOf(tree: Tree, isOpen: (key: string) => boolean): Row[] {
  const rows: Row[] = [];
  const walk = (folder: TreeFolder, depth: number) => {
    for (const each of folder.folders) {
      const open = isOpen(each.key);
      rows.push({ kind: "folder", depth, folder: each, isOpen: open });
      if (open) walk(each, depth + 1);
    }
    for (const index of folder.files) {
      const file = tree.files[index];
      if (file) rows.push({ kind: "file", depth, file });
    }
  };
  walk(tree.root, 1);
  return rows;
}

export const rowKey = (row: Row): string => (row.kind === "folder" ? `folder ${row.folder.key}` : row.file.id);

export function folderKeys(folder: TreeFolder): string[] {
  return folder.folders.flatMap((each) => [each.key, ...folderKeys(each)]);
}

import type { Chosen } from "./intake";
import type { Remote, SavedItem } from "./journal";
import { refusal } from "./rules";
import type { Counts, Fault, FileRules, ItemState, UploadItem } from "./types";

/** One file or folder, as the uploader itself sees it. */
export interface Item extends UploadItem {
  size: number;
  lastModified: number;
  state: ItemState;
  sentBytes: number;
  fault: Fault | undefined;
  /** The content; none for a folder and for what must be picked again. */
  file: File | undefined;
  remote: Remote | undefined;
  /** How often it was begun anew without anyone asking for it. */
  restarts: number;
  /** Picked for it, and not what it was made from: sent only if someone says so. */
  candidate?: File;
  /** Whatever is picked for it next is the right one. */
  takesAny?: boolean;
  /** Removed from the list. Whatever still refers to it leaves it alone. */
  isGone?: boolean;
}

const placeOf = (path: string, name: string) => (path ? `${path}/${name}` : name);
const isOpen = (state: ItemState) => state !== "refused" && state !== "done";

type Tally = Record<ItemState, number>;

/** The items of an upload and what they add up to; each sum follows each change, so that no tick adds up thousands. */
export class ItemList {
  items: Item[] = [];
  totalBytes = 0;
  sentBytes = 0;
  /** Neither refused nor done, folders included. */
  open = 0;
  #folders = 0;
  #nextId = 1;
  readonly #places = new Map<string, Item>();
  readonly #files: Tally = { listed: 0, refused: 0, waiting: 0, sending: 0, done: 0, paused: 0, failed: 0, missing: 0 };
  #busyFolders = 0;
  #failedFolders = 0;

  constructor(private readonly rules: FileRules) {}

  get counts(): Counts {
    const { refused, done, failed, missing, paused } = this.#files;
    const allFailed = failed + this.#failedFolders;
    return { files: this.#fileCount, folders: this.#folders, done, failed: allFailed, refused, missing, paused };
  }

  /** Those that are being sent or will be without anyone doing anything. */
  get moving(): number {
    return this.#files.waiting + this.#files.sending + this.#busyFolders;
  }

  get #fileCount(): number {
    return Object.values(this.#files).reduce((sum, count) => sum + count, 0) - this.#files.refused;
  }

  get nextId(): number {
    return this.#nextId;
  }

  find(id: number): Item | undefined {
    return this.items.find((item) => item.id === id);
  }

  at(path: string, name: string): Item | undefined {
    return this.#places.get(placeOf(path, name));
  }

  /** Nothing when it is there already. */
  add({ path, name, file, unreadable }: Chosen): Item | undefined {
    const known = this.at(path, name);
    if (known && (unreadable || isSame(known, file))) return undefined;
    const size = file?.size ?? 0;
    const before = { files: this.#fileCount, bytes: this.totalBytes };
    const kind = known ? "duplicate" : file ? refusal(this.rules, { path, name, size }, before) : undefined;
    const item: Item = {
      id: this.#nextId++,
      kind: unreadable ?? (file ? "file" : "folder"),
      path,
      name,
      size,
      lastModified: file?.lastModified ?? 0,
      state: kind ? "refused" : unreadable ? "failed" : "listed",
      sentBytes: 0,
      fault: kind ? { kind } : unreadable && { kind: "unreadable" },
      file,
      remote: undefined,
      restarts: 0,
    };
    this.#enter(item);
    return item;
  }

  restore(saved: SavedItem, state: ItemState, sentBytes: number): Item {
    const { id, kind, path, name, size, lastModified, remote } = saved;
    const item: Item = {
      ...{ id, kind, path, name, size, lastModified, state, sentBytes, remote },
      fault: undefined,
      file: undefined,
      restarts: 0,
    };
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#enter(item);
    return item;
  }

  set(item: Item, state: ItemState, fault?: Fault): void {
    if (item.isGone) return;
    this.#count(item, -1);
    item.state = state;
    item.fault = fault;
    this.#count(item, 1);
  }

  moved(item: Item, bytes: number): void {
    if (item.isGone) return;
    item.sentBytes += bytes;
    if (item.state !== "refused") this.sentBytes += bytes;
  }

  /** Another content in the place of the one that was chosen first. */
  replace(item: Item, file: File): void {
    this.#count(item, -1);
    item.file = file;
    item.size = file.size;
    item.lastModified = file.lastModified;
    item.sentBytes = 0;
    delete item.candidate;
    delete item.takesAny;
    this.#count(item, 1);
  }

  remove(gone: ReadonlySet<Item>): void {
    for (const item of gone) {
      this.#count(item, -1);
      item.isGone = true;
      const place = placeOf(item.path, item.name);
      if (this.#places.get(place) === item) this.#places.delete(place);
    }
    this.items = this.items.filter((item) => !gone.has(item));
  }

  /** There may be room now for what was too much before. Those that fit. */
  recheck(): Item[] {
    if (!this.#files.refused) return [];
    const isLimit = (item: Item) => ["count", "total", "duplicate"].includes(item.fault?.kind ?? "");
    return this.items.filter((item) => {
      if (item.state !== "refused" || !isLimit(item)) return false;
      const holder = this.at(item.path, item.name);
      const before = { files: this.#fileCount, bytes: this.totalBytes };
      if ((holder && holder !== item) || refusal(this.rules, item, before)) return false;
      this.#places.set(placeOf(item.path, item.name), item);
      this.set(item, "listed");
      return true;
    });
  }

  #enter(item: Item): void {
    this.items.push(item);
    if (item.fault?.kind !== "duplicate") this.#places.set(placeOf(item.path, item.name), item);
    this.#count(item, 1);
  }

  #count(item: Item, one: 1 | -1): void {
    if (isOpen(item.state)) this.open += one;
    if (item.kind === "folder") {
      this.#folders += one;
      if (item.state === "waiting" || item.state === "sending") this.#busyFolders += one;
      if (item.state === "failed") this.#failedFolders += one;
      return;
    }
    this.#files[item.state] += one;
    if (item.state === "refused") return;
    this.totalBytes += one * item.size;
    this.sentBytes += one * item.sentBytes;
  }
}

/** Whether a file is the one that an item was made from. */
export function isSame(item: Item, file: File | undefined): boolean {
  if (!file) return item.kind === "folder";
  return item.kind === "file" && item.size === file.size && item.lastModified === file.lastModified;
}

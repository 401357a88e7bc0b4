import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import type { UploadPackage } from "./types";

/** How long an upload that nobody took up again is kept on record, where its package has no end. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** What must be known of a package to go on with it after anything. */
export interface SavedPackage {
  scope: string;
  package: UploadPackage;
  startedAt: number;
  files: number;
  doneFiles: number;
  totalBytes: number;
  sentBytes: number;
  handles: FileSystemHandle[];
  /** Whether every file that was chosen is on record. If not, nobody but the user knows when the package is complete. */
  isListWhole?: boolean;
}

export interface SavedItem {
  id: number;
  kind: "file" | "folder";
  path: string;
  name: string;
  size: number;
  lastModified: number;
  isDone: boolean;
  remote?: Remote;
}

/** What the server and the storage know of a file. */
export interface Remote {
  fileId: string;
  chunkSize: number;
  /** How the whole is sent at once, and how a multipart upload begins: good for a while. */
  put?: SavedBlueprint;
  create?: SavedBlueprint;
  uploadId?: string;
  /** By the index of the chunk; null where nothing arrived yet, or where no tag is needed. */
  etags: (string | null)[];
  sums: (string | null)[];
}

export interface SavedBlueprint {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Where unfinished uploads are written down. */
export interface Journal {
  packages(): Promise<SavedPackage[]>;
  package(id: string): Promise<SavedPackage | undefined>;
  items(id: string): Promise<SavedItem[]>;
  savePackage(saved: SavedPackage): Promise<void>;
  saveItems(id: string, items: SavedItem[]): Promise<void>;
  removeItem(id: string, item: number): Promise<void>;
  forget(id: string): Promise<void>;
}

const headKey = (id: string) => ["package", id];
const itemKey = (id: string, item: number) => ["item", id, item];
const itemsOf = (id: string) => IDBKeyRange.bound(["item", id], ["item", id, []]);

/** One database for all packages. Browsers that refuse one, as some do in private windows, simply forget. */
export function browserJournal(): Journal {
  let opened: UseStore | undefined;
  // Asynchronous, so that a database that is refused at once is refused like one that fails later.
  const use = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> => {
    opened ??= createStore("tonnage-uploads", "records");
    return opened(mode, work);
  };
  const write = (work: (store: IDBObjectStore) => void): Promise<void> =>
    use("readwrite", (store) => {
      work(store);
      return promisifyRequest(store.transaction);
    });
  return {
    packages: () =>
      use("readonly", (store) => promisifyRequest(store.getAll(IDBKeyRange.bound(["package"], ["package", []])))),
    package: (id) => use("readonly", (store) => promisifyRequest(store.get(headKey(id)))),
    items: (id) => use("readonly", (store) => promisifyRequest(store.getAll(itemsOf(id)))),
    savePackage: (saved) => write((store) => store.put(saved, headKey(saved.package.id))),
    saveItems: (id, items) =>
      write((store) => {
        for (const item of items) store.put(item, itemKey(id, item.id));
      }),
    removeItem: (id, item) => write((store) => store.delete(itemKey(id, item))),
    forget: (id) =>
      write((store) => {
        store.delete(headKey(id));
        store.delete(itemsOf(id));
      }),
  };
}

/** The record of an upload that begins now. */
export function newRecord(scope: string, made: UploadPackage, handles: FileSystemHandle[]): SavedPackage {
  const totals = { files: 0, doneFiles: 0, totalBytes: 0, sentBytes: 0 };
  return { scope, package: made, startedAt: Date.now(), ...totals, handles: [...handles] };
}

/** Whether nobody can go on with it any more. */
export function isOver(saved: SavedPackage, now: number): boolean {
  const { expiry } = saved.package;
  const end = Date.parse(expiry);
  const hasEnd = !expiry.startsWith("0001-01-01") && Number.isFinite(end);
  return hasEnd ? end <= now : saved.startedAt + KEPT_MILLISECONDS <= now;
}

import { FILES } from "../facts/limits";
import { UnreadableError } from "./checksums";
import { combine } from "./crc64-combine";
import type { Item } from "./items";
import type { Remote } from "./journal";
import { type ChunkLimits, chunkSizeFor } from "./plan";
import type { AddedOne, AddFile, FinalizeOf } from "./service";
import { type ContentError, contentError } from "./storage";
import type { FileTask } from "./task";

/** Bodies have at most a mebibyte; a path can be long. */
const LETTERS_MOST = 500_000;
const LETTERS_PER_FILE = 300;
const LETTERS_PER_PART = 60;
/** What one batch may hold, so that no address runs out before its turn. */
const BYTES_SMALLEST = 256 * 1024 * 1024;
const SECONDS_AHEAD = 120;

/** Takes from the front of the queue what goes into one call; those that no longer wait are taken out with it. */
export function takeBatch(queue: Item[], bytesPerSecond: number): { batch: Item[]; taken: Item[] } {
  const bytesMost = Math.max(BYTES_SMALLEST, bytesPerSecond * SECONDS_AHEAD);
  const batch: Item[] = [];
  let letters = 0;
  let bytes = 0;
  let count = 0;
  for (; count < queue.length && batch.length < FILES.MANY; count++) {
    const item = queue[count];
    if (item?.state !== "waiting" || item.isGone) continue;
    letters += LETTERS_PER_FILE + 3 * (item.path.length + item.name.length);
    bytes += item.size;
    if (batch.length && (letters > LETTERS_MOST || bytes > bytesMost)) break;
    batch.push(item);
  }
  return { batch, taken: queue.splice(0, count) };
}

/** What the server is told of a new file. */
export function addRequest(item: Item, chunkSize: number, checksum: string | undefined): AddFile {
  const { path, name, size } = item;
  if (item.kind === "folder") return { kind: "directory", path, name };
  const last_modified = new Date(item.lastModified).toISOString();
  const sum = checksum === undefined ? {} : { checksum };
  return { kind: "file", path, name, size, last_modified, chunk_size: chunkSize, ...sum };
}

export interface Prepared {
  item: Item;
  chunkSize: number;
  sum: string | undefined;
}

/** Finds chunk sizes, and sums up what goes by one request. What cannot be read is told and left out. */
export async function prepareBatch(
  batch: Item[],
  limits: ChunkLimits,
  wanted: number,
  sum: (content: Blob) => Promise<string | undefined>,
  fail: (item: Item, cause: ContentError | "size") => void,
): Promise<Prepared[]> {
  const prepare = async (item: Item): Promise<Prepared | undefined> => {
    const chunkSize = chunkSizeFor(item.size, wanted, limits);
    if (chunkSize === undefined) {
      fail(item, "size");
      return undefined;
    }
    const isWhole = item.file && item.size <= chunkSize;
    try {
      return { item, chunkSize, sum: isWhole && item.file ? await sum(item.file) : undefined };
    } catch (cause) {
      if (!(cause instanceof UnreadableError)) throw cause;
      fail(item, contentError(cause.message));
      return undefined;
    }
  };
  return (await Promise.all(batch.map(prepare))).filter((each) => each !== undefined);
}

/** What is known of a file once it was added. Undefined for a folder, which needs nothing more. */
export function remoteOf(added: AddedOne, { item, chunkSize, sum }: Prepared): Remote | undefined {
  if (!("file" in added) || item.kind === "folder") return undefined;
  const { put_blueprint: put, create_blueprint: create } = added;
  const addresses = item.size <= chunkSize && put ? { put } : create ? { create } : {};
  return { fileId: added.file.id, chunkSize, ...addresses, etags: [], sums: sum === undefined ? [] : [sum] };
}

/** Takes from the front of the list what can be finalized by one call. */
export function takeFinished(finished: FileTask[]): FileTask[] {
  let letters = 0;
  let count = 0;
  for (const task of finished) {
    letters += LETTERS_PER_FILE + LETTERS_PER_PART * task.remote.etags.length;
    if (count === FILES.MANY || (count && letters > LETTERS_MOST)) break;
    count += 1;
  }
  return finished.splice(0, count);
}

export function finalizeRequest({ item, remote, isPut }: FileTask): FinalizeOf {
  const known = { file_id: remote.fileId, size: item.size, ...wholeSum(item, remote, isPut) };
  if (isPut) return { ...known, ...(remote.etags[0] && { etag: remote.etags[0] }) };
  return {
    ...known,
    chunk_size: remote.chunkSize,
    file_extras: { upload_id: remote.uploadId ?? "" },
    chunk_extras: remote.etags.map((etag, index) => ({ partNumber: index + 1, etag: etag ?? "" })),
  };
}

/** The checksum of the whole, if that of every chunk is known. */
function wholeSum(item: Item, remote: Remote, isPut: boolean): { checksum?: string } {
  const sums = remote.sums.filter((sum) => typeof sum === "string");
  const count = isPut ? 1 : remote.etags.length;
  if (sums.length !== count) return {};
  return { checksum: combine(sums, remote.chunkSize, item.size) };
}

import type { Item } from "./items";
import type { Remote } from "./journal";
import { chunkCount, chunkRange } from "./plan";
import type { Blueprint } from "./types";

/** A chunk that can be sent. */
export interface Part {
  index: number;
  blueprint: Blueprint;
  /** How often the storage refused it for good reasons of its own. */
  refusals: number;
}

/** A request to storage, over all its attempts. */
export interface Flight {
  control: AbortController;
  /** What has gone of this attempt. */
  bytes: number;
  isOnWire: boolean;
  /** What it carries in all. */
  length: number;
  /** When it was last seen to move, by `performance.now()`. */
  movedAt: number;
}

const AHEAD_LARGEST_BYTES = 1024 * 1024 * 1024;

/** A file that the package knows, on its way. */
export class FileTask {
  readonly ready: Part[] = [];
  /** Chunks that have no address yet, in order. */
  readonly pending: number[] = [];
  readonly flying = new Map<number, Flight>();
  /** By chunk, over all the addresses that it had. */
  readonly refusals = new Map<number, number>();
  isPreparing = false;
  isDropped = false;
  /** Whether the server is being told that all of it has arrived. */
  isClosing = false;
  /** How often the server was at this file already when it was told to close it. */
  conflicts = 0;
  #missing: number;

  constructor(
    readonly item: Item,
    readonly file: File,
    readonly remote: Remote,
  ) {
    const count = this.isPut ? 1 : chunkCount(item.size, remote.chunkSize);
    for (let index = 0; index < count; index++) {
      if (typeof remote.etags[index] !== "string") this.pending.push(index);
    }
    this.#missing = this.pending.length;
    if (remote.put && this.pending.length) this.ready.push({ index: 0, blueprint: remote.put, refusals: 0 });
    if (remote.put) this.pending.length = 0;
  }

  /** Whether the whole goes by one request. */
  get isPut(): boolean {
    return this.remote.put !== undefined && this.remote.uploadId === undefined;
  }

  get isComplete(): boolean {
    return this.#missing === 0;
  }

  get canPrepare(): boolean {
    return !this.isPreparing && !this.isDropped && this.pending.length > 0;
  }

  get hasWork(): boolean {
    return this.ready.length > 0 || this.pending.length > 0 || this.isPreparing;
  }

  range(index: number): { start: number; end: number } {
    return this.isPut ? { start: 0, end: this.item.size } : chunkRange(this.item.size, this.remote.chunkSize, index);
  }

  lengthOf(index: number): number {
    const { start, end } = this.range(index);
    return end - start;
  }

  takeOff(index: number): Flight {
    const length = index < 0 ? 0 : this.lengthOf(index);
    const movedAt = performance.now();
    const flight = { control: new AbortController(), bytes: 0, isOnWire: false, length, movedAt };
    this.flying.set(index, flight);
    return flight;
  }

  content(index: number): Blob {
    const { start, end } = this.range(index);
    return this.file.slice(start, end);
  }

  /** Chunks that follow each other, from the first that has no address. */
  takeRun(most: number): number[] {
    const bytesMost = Math.max(1, Math.floor(AHEAD_LARGEST_BYTES / this.remote.chunkSize));
    const run: number[] = [];
    while (run.length < Math.min(most, bytesMost)) {
      const next = this.pending[0];
      const last = run.at(-1);
      if (next === undefined || (last !== undefined && next !== last + 1)) break;
      run.push(next);
      this.pending.shift();
    }
    return run;
  }

  giveBack(indexes: number[]): void {
    this.pending.push(...indexes);
    this.pending.sort((one, other) => one - other);
  }

  /** An empty tag says that the content is there and nobody knows its tag. */
  arrived(index: number, etag: string): void {
    if (typeof this.remote.etags[index] === "string") return;
    while (this.remote.etags.length < index) this.remote.etags.push(null);
    this.remote.etags[index] = etag;
    this.#missing -= 1;
  }

  /** Ends the requests under way; or, with `isGentle`, only those that wait for their next attempt. */
  stop(isGentle = false): void {
    for (const { control, isOnWire } of this.flying.values()) if (!isGentle || !isOnWire) control.abort();
  }
}

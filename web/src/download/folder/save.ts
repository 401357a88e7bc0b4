import { CallError } from "../../api/errors";
import { isPassing } from "../../api/request";
import { isInfected } from "../end";
import type { Addressed } from "../visit";
import { Addresses } from "./addresses";
import { Board, type Failure, type SaveState, type Snapshot } from "./board";
import { Crc32 } from "./crc32";
import type { Plan, PlannedFile } from "./names";
import { claim, type FolderHandle, reachFolder, type Writable } from "./place";

export { planOf } from "./names";

export interface Source {
  addresses(fileIds: string[]): Promise<Addressed[]>;
  confirm(fileIds: string[]): Promise<void>;
}

export interface Surroundings {
  fetch: typeof fetch;
  now: () => number;
  /** Ends after the time, or as soon as the signal says so. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const AT_ONCE = 4;
/** Addresses live for a quarter of an hour: asking for too many would be in vain. */
const ASKED_AHEAD = 50;
const CONFIRMED_AT_ONCE = 100;
const LONGEST_WAIT = 30_000;
/** Storage refuses an address that is too old. If it refuses this many fresh ones without a byte in between, it refuses the file. */
const REFUSALS_MOST = 4;
/** How often a file is fetched whose content is not what was sent. */
const DAMAGES_MOST = 3;

/** Why one file does not go on, though the others do. */
class FileFault extends Error {
  constructor(readonly failure: Failure["reason"]) {
    super(failure);
  }
}

/** The whole is at rest or at an end: whoever waits for it gives up. */
class Interrupted extends Error {}

/**
 * Saves a package into a folder of the visitor: its structure, several files at once, each with its size and checksum checked. A
 * pause keeps what has arrived; a network that fails is waited for without end. After a reload the same folder can be
 * chosen again: files that are there are not fetched twice.
 */
export class FolderSave {
  private readonly queue: PlannedFile[];
  private readonly inWork = new Set<PlannedFile>();
  /** Places of the package itself, where nothing else may go. */
  private readonly reserved: ReadonlySet<string>;
  private readonly board: Board;
  private readonly addresses: Addresses;
  private confirmed: string[] = [];
  private running = new AbortController();
  private wake: (() => void) | undefined;
  private failuresInARow = 0;

  constructor(
    private readonly plan: Plan,
    private readonly root: FolderHandle,
    private readonly source: Source,
    private readonly surroundings: Surroundings,
  ) {
    this.queue = [...plan.files];
    this.reserved = new Set(plan.files.map((file) => placeKey(file.folders, file.name)));
    this.board = new Board(plan.files, surroundings.now);
    this.addresses = new Addresses(source);
  }

  subscribe = (listener: () => void): (() => void) => this.board.subscribe(listener);
  snapshot = (): Snapshot => this.board.snapshot();

  /** Ends when all is saved, or was stopped, or cannot go on. */
  async run(): Promise<void> {
    try {
      for (const folders of this.plan.folders) await reachFolder(this.root, folders).catch(() => undefined);
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.work()));
      await this.confirm(1);
      if (!this.isOver()) this.board.enter("done");
    } catch (error) {
      if (!(error instanceof Interrupted)) this.end(error);
    }
  }

  pause(): void {
    if (this.isOver()) return;
    this.board.enter("paused");
    this.interrupt();
  }

  resume(): void {
    if (this.board.state() === "paused" || this.board.state() === "full") this.board.enter("running");
    this.wake?.();
  }

  /** Goes on at once instead of waiting for the next try. */
  tryNow(): void {
    if (this.board.state() === "waiting") this.interrupt();
  }

  stop(): void {
    if (this.isOver()) return;
    this.board.enter("stopped");
    this.interrupt();
    this.wake?.();
  }

  private isOver(): boolean {
    return ["done", "stopped", "ended"].includes(this.board.state());
  }

  private end(error: unknown): void {
    if (this.isOver()) return;
    this.board.end(error);
    this.interrupt();
    this.wake?.();
  }

  private interrupt(): void {
    this.running.abort();
    this.running = new AbortController();
  }

  private async work(): Promise<void> {
    for (let file = this.queue.shift(); file; file = this.queue.shift()) {
      this.inWork.add(file);
      try {
        await this.gate();
        await this.save(file);
        this.board.finish(file);
        this.confirmed.push(file.id);
        await this.confirm(CONFIRMED_AT_ONCE);
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        this.judge(file, error);
      } finally {
        this.inWork.delete(file);
        this.addresses.forget(file.id);
      }
    }
  }

  /** A full disk stops everything until there is room; whatever else is wrong with one file is the file's own matter. */
  private judge(file: PlannedFile, error: unknown): void {
    this.board.takeBack(file);
    if (error instanceof DOMException && error.name === "QuotaExceededError") {
      this.queue.unshift(file);
      if (!this.isOver()) this.board.enter("full");
      this.interrupt();
    } else if (error instanceof FileFault) this.board.fail(file, error.failure);
    else if (error instanceof TypeError || (error instanceof DOMException && error.name !== "NotAllowedError")) {
      this.board.fail(file, "place");
    } else this.end(error);
  }

  private async save(file: PlannedFile): Promise<void> {
    const handle = await claim(this.root, file, (name) => this.reserved.has(placeKey(file.folders, name)));
    if (!handle) return;
    if (file.size === 0) {
      // It has to be asked for all the same: an empty file is downloaded too.
      await this.address(file);
      return;
    }
    const writable = await handle.createWritable();
    try {
      await this.fill(file, writable);
    } catch (error) {
      await writable.abort().catch(() => undefined);
      throw error;
    }
    await writable.close();
    if ((await handle.getFile()).size !== file.size) throw new FileFault("size");
  }

  /** Fetches the file until it is what was sent, as far as its checksum is known. */
  private async fill(file: PlannedFile, writable: Writable): Promise<void> {
    for (let damages = 0; damages < DAMAGES_MOST; damages += 1) {
      const sum = await this.receive(file, writable);
      if (file.crc32 === "" || sum === file.crc32.toLowerCase()) return;
      this.board.takeBack(file);
    }
    throw new FileFault("damaged");
  }

  /** Reads on from where the last answer broke off, as often as it takes: the checksum of what arrived. */
  private async receive(file: PlannedFile, writable: Writable): Promise<string> {
    let [offset, refusals] = [0, 0];
    let sum = new Crc32();
    while (offset < file.size) {
      await this.gate();
      const signal = this.running.signal;
      try {
        const url = await this.address(file);
        const headers: HeadersInit = offset > 0 ? { Range: `bytes=${offset}-` } : {};
        const options: RequestInit = { headers, signal, credentials: "omit", referrerPolicy: "no-referrer" };
        const response = await this.surroundings.fetch(url, options);
        if (response.status >= 400 && !isPassing(response.status)) {
          this.addresses.forget(file.id);
          refusals += 1;
          if (refusals >= REFUSALS_MOST) throw new FileFault("refused");
          continue;
        }
        if (!response.ok || !response.body) throw new TypeError("storage cannot answer now");
        if (offset > 0 && response.status !== 206) {
          this.board.takeBack(file);
          offset = 0;
          sum = new Crc32();
        }
        for await (const data of chunks(response.body, signal)) {
          if (offset + data.length > file.size) throw new FileFault("size");
          await writable.write({ type: "write", position: offset, data });
          sum.update(data);
          offset += data.length;
          [this.failuresInARow, refusals] = [0, 0];
          this.board.arrive(file, data.length);
        }
        // An answer that ends early without a word has altered on the way.
        if (offset < file.size) throw new TypeError("the answer was cut short");
      } catch (error) {
        if (isFault(error)) throw error;
        if (!signal.aborted) await this.hold();
      }
    }
    return sum.hexadecimal();
  }

  private async address(file: PlannedFile): Promise<string> {
    while (true) {
      try {
        const found = await this.addresses.of(file.id, () =>
          [...this.inWork, ...this.queue.slice(0, ASKED_AHEAD)].map(idOf),
        );
        if ("url" in found) return found.url;
        throw new FileFault(isInfected(found.error) ? "infected" : "refused");
      } catch (error) {
        if (isFault(error)) throw error;
        await this.hold();
        await this.gate();
      }
    }
  }

  /** Waits before the next try, ever longer; all files wait for the same network. */
  private async hold(): Promise<void> {
    this.failuresInARow += 1;
    const longest = Math.min(LONGEST_WAIT, 1000 * 2 ** Math.min(10, Math.floor((this.failuresInARow - 1) / AT_ONCE)));
    const wait = longest * (0.75 + Math.random() / 4);
    if (this.board.state() === "running") this.board.wait(this.surroundings.now() + wait);
    await this.surroundings.sleep(wait, this.running.signal);
    if (this.board.state() === "waiting") this.board.enter("running");
  }

  /** Lets pass while it runs, holds while it is paused, and throws when it is over. */
  private async gate(): Promise<void> {
    while (true) {
      const state: SaveState = this.board.state();
      if (this.isOver()) throw new Interrupted();
      if (state !== "paused" && state !== "full") return;
      await new Promise<void>((resolve) => {
        const earlier = this.wake;
        this.wake = () => {
          earlier?.();
          resolve();
        };
      });
      this.wake = undefined;
    }
  }

  /** The sender hears of what arrived. It is no reason to stop if that word is lost. */
  private async confirm(least: number): Promise<void> {
    if (this.confirmed.length < least) return;
    const batch = this.confirmed.splice(0, 1000);
    await this.source.confirm(batch).catch(() => undefined);
  }
}

const idOf = (file: PlannedFile): string => file.id;

const placeKey = (folders: string[], name: string): string => [...folders, name].join("/").normalize().toLowerCase();

function isFault(error: unknown): boolean {
  if (error instanceof FileFault || error instanceof Interrupted) return true;
  if (error instanceof CallError) return !error.isPassing;
  return error instanceof DOMException && error.name !== "AbortError" && error.name !== "TimeoutError";
}

async function* chunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

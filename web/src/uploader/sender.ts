import { takeBatch } from "./batches";
import type { Checksums } from "./checksums";
import type { Item, ItemList } from "./items";
import { Office } from "./office";
import { wantedChunkSize } from "./plan";
import { Preparer } from "./preparer";
import { Refused, type Service } from "./service";
import { ContentError, type Storage } from "./storage";
import { FileTask, type Flight, type Part } from "./task";
import type { Fault } from "./types";
import { type Verdict, verdictOf } from "./verdict";
import { Window } from "./window";

/** Browsers have six connections to an origin; one is left for calls to the server. */
const SLOTS = 5;
const CHUNKS_AHEAD = 2 * SLOTS;
const FILES_AHEAD = 200;
const BYTES_AHEAD = 64 * 1024 * 1024;
const RESTARTS_MOST = 3;
/** A request that has not moved for so long takes nothing of the line. */
const STUCK_MILLISECONDS = 5_000;

/** What the sender tells of. */
export interface SenderHooks {
  changed(): void;
  /** Must be on record before anything else happens. */
  keep(item: Item): void;
  moved(item: Item, bytes: number): void;
  /** The whole upload cannot go on. */
  failed(fault: Fault): void;
  bytesPerSecond(): number;
}

/**
 * What is being done with an item that has no file task: it is in the queue, in a call that adds it, or in one that removes
 * what was sent of it from the package. While such a call is under way, nothing else is done with the item. Once the call
 * was answered, the item's state says what to do next.
 */
type Stage = "queued" | "adding" | "clearing";

/** Sends what is waiting, through one pool of slots for the parts of all files. The one owner of what is under way. */
export class Sender {
  isRunning = false;
  /** Bytes of parts that are under way and may have to be sent again. */
  flyingBytes = 0;
  readonly #queue: Item[] = [];
  readonly #stages = new Map<Item, Stage>();
  /** Files with parts that are not sent yet, oldest first. */
  #open: FileTask[] = [];
  readonly #tasks = new Map<Item, FileTask>();
  readonly #office: Office;
  readonly #preparer: Preparer;
  readonly #window = new Window(SLOTS);
  readonly #flights = new Set<Flight>();
  #isAdding = false;
  #calls = 0;

  constructor(
    private readonly list: ItemList,
    private readonly service: Service,
    private readonly storage: Storage,
    checksums: Checksums,
    private readonly hooks: SenderHooks,
  ) {
    this.#office = new Office(service, checksums, {
      fail: (item, fault) => this.fail(item, fault),
      done: (item) => this.#done(item),
      again: (item, message) => this.restart(item, { kind: "refused", message }),
    });
    this.#preparer = new Preparer(service, storage, checksums, {
      keep: hooks.keep,
      restart: (item, message) => this.restart(item, { kind: "storage", ...(message && { message }) }),
      lost: (task, cause) => this.#lost(task, cause),
    });
  }

  /** Whether the package may change without anything that the list shows: then it must not be finished yet. */
  get isUnsettled(): boolean {
    return this.#calls > 0;
  }

  /** Whether nothing is under way to storage any more. */
  get isStill(): boolean {
    return this.#flights.size === 0;
  }

  /** Takes up an item that is `waiting`, from where it was left. */
  wake(item: Item): void {
    if (item.state !== "waiting" || item.isGone) return;
    const stage = this.#stages.get(item);
    if (stage) return;
    const task = this.#tasks.get(item);
    if (task) this.#reopen(task);
    else if (item.remote && item.file) this.#openTask(item, item.file, item.remote);
    else {
      this.#stages.set(item, "queued");
      this.#queue.push(item);
    }
  }

  /** Nothing more begins. Parts that are under way come to their end; those that only wait for another try do not. */
  rest(): void {
    this.isRunning = false;
    for (const task of this.#tasks.values()) task.stop(true);
  }

  /** Stops everything in flight; parts that arrived are kept. */
  stop(): void {
    this.isRunning = false;
    for (const task of this.#tasks.values()) task.stop();
  }

  /** Begins nothing more of one item. What is under way of it arrives, and it can go on. */
  hold(item: Item): void {
    const task = this.#tasks.get(item);
    if (!task) return;
    this.#open = this.#open.filter((each) => each !== task);
    task.stop(true);
  }

  /** Drops items that are not in the list any longer, and removes from the package what it has of them. */
  remove(items: Iterable<Item>): void {
    for (const item of items) {
      this.#drop(item);
      // One that is being added just now is taken out as soon as the server has said how it calls it.
      if (item.remote) void this.#clear(item);
    }
  }

  fail(item: Item, fault: Fault): void {
    this.#drop(item);
    this.list.set(item, "failed", fault);
    this.hooks.changed();
  }

  /** Begins a file anew: what the server has of it is thrown away. */
  restart(item: Item, fault: Fault): void {
    this.#drop(item);
    item.restarts += 1;
    if (item.restarts > RESTARTS_MOST) {
      this.fail(item, fault);
      return;
    }
    if (item.state === "sending") this.list.set(item, "waiting");
    void this.#clear(item);
  }

  /** Sends an item with another content. */
  replace(item: Item, file: File): void {
    this.#drop(item);
    this.list.set(item, "waiting");
    const cleared = this.#clear(item);
    this.list.replace(item, file);
    this.hooks.keep(item);
    void cleared;
  }

  pump(): void {
    if (this.isRunning) {
      while (this.#flights.size < SLOTS && this.#sendNext()) {}
      this.#prepareNext();
      if (this.#wantsMore()) void this.#addBatch();
      if (this.#office.canFinalize(this.#flights.size > 0)) void this.#call(() => this.#office.finalize());
    }
    this.hooks.changed();
  }

  #drop(item: Item): void {
    const task = this.#tasks.get(item);
    if (!task) return;
    task.isDropped = true;
    for (const flight of task.flying.values()) {
      this.hooks.moved(item, -flight.bytes);
      this.flyingBytes -= flight.bytes;
    }
    this.#open = this.#open.filter((each) => each !== task);
    task.stop();
    this.#tasks.delete(item);
  }

  /** Nothing of the file is on the server any more; then it is looked at again. */
  async #clear(item: Item): Promise<void> {
    const { remote } = item;
    item.remote = undefined;
    this.hooks.moved(item, -item.sentBytes);
    this.hooks.keep(item);
    if (remote) {
      this.#stages.set(item, "clearing");
      await this.#call(() => this.service.remove(remote.fileId));
      this.#stages.delete(item);
    }
    this.wake(item);
    this.pump();
  }

  #sendNext(): boolean {
    while (this.#open[0] && !this.#open[0].hasWork) this.#open.shift();
    for (const task of this.#open) {
      const [part] = task.ready;
      if (!part) continue;
      if (!this.#window.allows(this.#inFlight(), task.lengthOf(part.index), this.hooks.bytesPerSecond())) return false;
      task.ready.shift();
      void this.#run(task, part);
      return true;
    }
    return false;
  }

  /** A request that hangs does not hold up the others; it is cut before long. */
  #inFlight(): { parts: number; bytes: number } {
    const since = performance.now() - STUCK_MILLISECONDS;
    const moving = [...this.#flights].filter(({ movedAt }) => movedAt > since);
    return { parts: moving.length, bytes: moving.reduce((sum, { length }) => sum + length, 0) };
  }

  #prepareNext(): void {
    let ready = 0;
    for (const task of this.#open) {
      ready += task.ready.length;
      if (ready >= SLOTS) return;
      if (task.canPrepare) {
        // The first chunk alone, so that something moves soon.
        const isFirst = task.flying.size === 0 && task.ready.length === 0;
        void this.#preparer.prepare(task, isFirst ? 1 : CHUNKS_AHEAD).then(() => this.pump());
      }
      if (task.isPreparing) ready += 2;
    }
  }

  #wantsMore(): boolean {
    if (this.#isAdding || !this.#queue.length) return false;
    if (this.#open.length < CHUNKS_AHEAD) return true;
    if (this.#open.length >= FILES_AHEAD) return false;
    return this.#open.reduce((sum, { item }) => sum + item.size - item.sentBytes, 0) < BYTES_AHEAD;
  }

  async #addBatch(): Promise<void> {
    this.#isAdding = true;
    const speed = this.hooks.bytesPerSecond();
    const { batch, taken } = takeBatch(this.#queue, speed);
    for (const item of taken) this.#stages.delete(item);
    for (const item of batch) this.#stages.set(item, "adding");
    if (batch.length) await this.#call(() => this.#office.add(batch, wantedChunkSize(speed)));
    this.#isAdding = false;
    for (const item of batch) {
      this.#stages.delete(item);
      this.hooks.keep(item);
      this.wake(item);
    }
    this.pump();
  }

  #openTask(item: Item, file: File, remote: NonNullable<Item["remote"]>): void {
    const task = new FileTask(item, file, remote);
    this.#tasks.set(item, task);
    this.#reopen(task);
  }

  #reopen(task: FileTask): void {
    if (task.isComplete) {
      this.#complete(task);
      return;
    }
    if (this.#open.includes(task)) return;
    const place = this.#open.findIndex(({ item }) => item.id > task.item.id);
    this.#open.splice(place < 0 ? this.#open.length : place, 0, task);
  }

  async #run(task: FileTask, part: Part): Promise<void> {
    const { item } = task;
    const flight = task.takeOff(part.index);
    const { length } = flight;
    this.#flights.add(flight);
    if (item.state === "waiting") this.list.set(item, "sending");
    const progress = (bytes: number) => {
      // A browser counts what it has handed over; what a proxy holds back may be told twice.
      const gone = Math.min(bytes, length);
      if (!task.isDropped) this.#moved(item, gone - flight.bytes);
      flight.bytes = gone;
      flight.movedAt = performance.now();
    };
    try {
      const reply = await this.storage.send({
        ...{ blueprint: part.blueprint, content: task.content(part.index), signal: flight.control.signal },
        onProgress: progress,
        onWire: (isOnWire) => {
          flight.isOnWire = isOnWire;
        },
        isResting: () => !this.isRunning || item.state === "paused",
      });
      const verdict = verdictOf(task, part, reply);
      progress(verdict.kind === "arrived" ? length : 0);
      if (!task.isDropped) this.#judge(task, part, verdict);
    } catch (cause) {
      progress(0);
      if (!task.isDropped) task.ready.unshift(part);
      if (!task.isDropped && item.state !== "paused") this.#reopen(task);
      this.#lost(task, cause);
    } finally {
      task.flying.delete(part.index);
      if (!task.isDropped) this.flyingBytes -= flight.bytes;
      this.#flights.delete(flight);
      if (!task.flying.size && item.state === "sending" && !task.isComplete) this.list.set(item, "waiting");
      this.pump();
    }
  }

  #moved(item: Item, bytes: number): void {
    this.flyingBytes += bytes;
    if (bytes > 0) this.#window.moved(bytes, performance.now());
    this.hooks.moved(item, bytes);
  }

  #judge(task: FileTask, part: Part, verdict: Verdict): void {
    if (verdict.kind === "hidden") this.hooks.failed({ kind: "etag-hidden" });
    else if (verdict.kind === "failed") this.fail(task.item, verdict.fault);
    else if (verdict.kind === "restart") this.restart(task.item, verdict.fault);
    else if (verdict.kind === "again") {
      task.refusals.set(part.index, part.refusals);
      task.giveBack([part.index]);
      this.#reopen(task);
    } else {
      task.arrived(part.index, verdict.etag);
      this.hooks.keep(task.item);
      if (task.isComplete) this.#complete(task);
    }
  }

  #lost(task: FileTask, cause: unknown): void {
    if (task.isDropped || isAbort(cause)) return;
    if (cause instanceof ContentError) this.fail(task.item, { kind: cause.kind });
    else if (cause instanceof Refused && (cause.status === 404 || cause.status === 409)) {
      this.restart(task.item, { kind: "refused", message: cause.message });
    } else if (cause instanceof Refused) this.hooks.failed(cause.fault("package-gone"));
    else this.fail(task.item, { kind: "unreadable" });
  }

  #complete(task: FileTask): void {
    this.#open = this.#open.filter((each) => each !== task);
    this.#office.close(task);
  }

  #done(item: Item): void {
    this.#tasks.delete(item);
    this.list.set(item, "done");
    this.hooks.moved(item, item.size - item.sentBytes);
    item.file = undefined;
    this.hooks.keep(item);
  }

  /** A no to a call about the package as a whole ends the upload. */
  async #call(work: () => Promise<void>): Promise<void> {
    this.#calls += 1;
    try {
      await work();
    } catch (cause) {
      if (isAbort(cause)) return;
      if (!(cause instanceof Refused)) throw cause;
      this.hooks.failed(cause.fault("package-gone"));
    } finally {
      this.#calls -= 1;
      // Those that wait for the end of the call run first.
      queueMicrotask(() => this.pump());
    }
  }
}

export function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && (cause.name === "AbortError" || cause.name === "TimeoutError");
}

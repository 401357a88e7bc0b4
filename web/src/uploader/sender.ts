import { takeBatch } from "./batches";
import type { Checksums } from "./checksums";
import type { Item, ItemList } from "./items";
import { Office } from "./office";
import { wantedChunkSize } from "./plan";
import { Preparer } from "./preparer";
import { Refused, type Service } from "./service";
import { ContentError, type Storage } from "./storage";
import { FileTask, type Part } from "./task";
import type { Fault } from "./types";
import { type Verdict, verdictOf } from "./verdict";

/** Browsers have six connections to an origin; one is left for calls to the server. */
const SLOTS = 5;
const CHUNKS_AHEAD = 2 * SLOTS;
const FILES_AHEAD = 200;
const BYTES_AHEAD = 64 * 1024 * 1024;
const RESTARTS_MOST = 3;

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

/** Sends what is waiting, through one pool of slots for the parts of all files. */
export class Sender {
  isRunning = false;
  readonly #queue: Item[] = [];
  readonly #queued = new Set<Item>();
  /** Files with parts that are not sent yet, in order. */
  #open: FileTask[] = [];
  readonly #tasks = new Map<Item, FileTask>();
  readonly #office: Office;
  readonly #preparer: Preparer;
  #busySlots = 0;
  #isAdding = false;

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
      open: (item) => this.#openTask(item),
      again: (item, message) => void this.restart(item, { kind: "refused", message }),
      enqueue: (item) => this.#line(item),
      isGone: (task) => task.isDropped,
    });
    this.#preparer = new Preparer(service, storage, checksums, {
      keep: hooks.keep,
      restart: (item, message) => void this.restart(item, { kind: "storage", ...(message && { message }) }),
      lost: (task, cause) => this.#lost(task, cause),
    });
  }

  /** Takes an item that is `waiting`: goes on with it where something of it is there already. */
  enqueue(item: Item): void {
    const task = this.#tasks.get(item);
    if (task) this.#reopen(task);
    else if (item.remote && item.file) this.#openTask(item);
    else this.#line(item);
  }

  /** Stops everything in flight; parts that arrived are kept. */
  stop(): void {
    this.isRunning = false;
    for (const task of this.#tasks.values()) task.stop();
  }

  /** Stops one item. What is known of it is kept, so that it can go on. */
  hold(item: Item): void {
    const task = this.#tasks.get(item);
    if (!task) return;
    this.#open = this.#open.filter((each) => each !== task);
    task.stop();
  }

  /** Lets go of an item for good. */
  drop(item: Item): void {
    const task = this.#tasks.get(item);
    if (!task) return;
    task.isDropped = true;
    for (const flight of task.flying.values()) this.hooks.moved(item, -flight.bytes);
    this.hold(item);
    this.#tasks.delete(item);
  }

  fail(item: Item, fault: Fault): void {
    this.drop(item);
    this.list.set(item, "failed", fault);
    this.hooks.changed();
  }

  /** Begins a file anew: what the server has of it is thrown away. */
  async restart(item: Item, fault: Fault): Promise<void> {
    this.drop(item);
    item.restarts += 1;
    if (item.restarts > RESTARTS_MOST) {
      this.fail(item, fault);
      return;
    }
    await this.discard(item);
    if (item.state !== "waiting" && item.state !== "sending") return;
    this.list.set(item, "waiting");
    this.#line(item, true);
    this.pump();
  }

  /** Nothing of the file is on the server any more. */
  async discard(item: Item): Promise<void> {
    const { remote } = item;
    item.remote = undefined;
    this.hooks.moved(item, -item.sentBytes);
    this.hooks.keep(item);
    if (remote) await this.#orFail(this.service.remove(remote.fileId));
  }

  pump(): void {
    if (!this.isRunning) return;
    while (this.#busySlots < SLOTS && this.#sendNext()) {}
    this.#prepareNext();
    if (this.#wantsMore()) void this.#addBatch();
    void this.#orFail(this.#office.finalize(this.#busySlots > 0, () => this.pump()));
    this.hooks.changed();
  }

  /** Into the queue of those that the package does not know, each once. */
  #line(item: Item, isFirst = false): void {
    if (this.#queued.has(item)) return;
    this.#queued.add(item);
    if (isFirst) this.#queue.unshift(item);
    else this.#queue.push(item);
  }

  #sendNext(): boolean {
    while (this.#open[0] && !this.#open[0].hasWork) this.#open.shift();
    for (const task of this.#open) {
      const part = task.ready.shift();
      if (part) {
        void this.#run(task, part);
        return true;
      }
    }
    return false;
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
    for (const item of taken) this.#queued.delete(item);
    if (batch.length) await this.#orFail(this.#office.add(batch, wantedChunkSize(speed)));
    this.#isAdding = false;
    for (const item of batch) this.hooks.keep(item);
    this.pump();
  }

  #openTask(item: Item): void {
    if (!item.remote || !item.file || item.state !== "waiting") return;
    const task = new FileTask(item, item.file, item.remote);
    this.#tasks.set(item, task);
    this.#reopen(task);
  }

  #reopen(task: FileTask): void {
    if (task.isComplete) this.#complete(task);
    else if (!this.#open.includes(task)) this.#open.push(task);
  }

  async #run(task: FileTask, part: Part): Promise<void> {
    const control = new AbortController();
    const flight = { control, bytes: 0 };
    task.flying.set(part.index, flight);
    this.#busySlots += 1;
    if (task.item.state === "waiting") this.list.set(task.item, "sending");
    const length = task.range(part.index).end - task.range(part.index).start;
    const progress = (bytes: number) => {
      // A browser counts what it has handed over; what a proxy holds back may be told twice.
      const gone = Math.min(bytes, length);
      if (!task.isDropped) this.hooks.moved(task.item, gone - flight.bytes);
      flight.bytes = gone;
    };
    try {
      const content = task.content(part.index);
      const { blueprint } = part;
      const reply = await this.storage.send({ blueprint, content, signal: control.signal, onProgress: progress });
      const verdict = verdictOf(task, part, reply);
      progress(verdict.kind === "arrived" ? length : 0);
      if (!task.isDropped) this.#judge(task, part, verdict);
    } catch (cause) {
      progress(0);
      if (!task.isDropped) task.ready.unshift(part);
      if (!task.isDropped && task.item.state !== "paused") this.#reopen(task);
      this.#lost(task, cause);
    } finally {
      task.flying.delete(part.index);
      this.#busySlots -= 1;
      if (!task.flying.size && task.item.state === "sending" && !task.isComplete) this.list.set(task.item, "waiting");
      this.pump();
    }
  }

  #judge(task: FileTask, part: Part, verdict: Verdict): void {
    if (verdict.kind === "hidden") this.hooks.failed({ kind: "etag-hidden" });
    else if (verdict.kind === "failed") this.fail(task.item, verdict.fault);
    else if (verdict.kind === "restart") void this.restart(task.item, verdict.fault);
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
      void this.restart(task.item, { kind: "refused", message: cause.message });
    } else if (cause instanceof Refused) this.hooks.failed(cause.fault("package-gone"));
    else this.fail(task.item, { kind: "unreadable" });
  }

  #complete(task: FileTask): void {
    this.#open = this.#open.filter((each) => each !== task);
    this.#office.finished.push(task);
  }

  #done(item: Item): void {
    this.#tasks.delete(item);
    this.list.set(item, "done");
    this.hooks.moved(item, item.size - item.sentBytes);
    item.file = undefined;
    this.hooks.keep(item);
  }

  /** A no to a call about the package as a whole ends the upload. */
  async #orFail(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (cause) {
      if (isAbort(cause)) return;
      if (cause instanceof Refused) this.hooks.failed(cause.fault("package-gone"));
      else throw cause;
    }
  }
}

export function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && (cause.name === "AbortError" || cause.name === "TimeoutError");
}

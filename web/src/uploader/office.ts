import type { Schemas } from "../api/client";
import { StorageRefused, WrongState } from "../facts/errorCodes";
import { addRequest, finalizeRequest, type Prepared, prepareBatch, remoteOf, takeFinished } from "./batches";
import type { Checksums } from "./checksums";
import type { Item } from "./items";
import type { ChunkLimits } from "./plan";
import { category, type FinalizedOne, type Service } from "./service";
import type { FileTask } from "./task";
import type { Fault } from "./types";

type ErrorBody = Schemas["ErrorBody"];

export interface OfficeHooks {
  fail(item: Item, fault: Fault): void;
  done(item: Item): void;
  /** The package knows it now: it can be sent. */
  open(item: Item): void;
  /** What is on the server of it is of no use. */
  again(item: Item, message: string): void;
  /** Back to those that are not added yet. */
  enqueue(item: Item): void;
  isGone(task: FileTask): boolean;
}

/** A state that does not fit. */
const STATE = category(WrongState);
/** An earlier call of ours may still be at it. */
const CONFLICTS_MOST = 5;
const FULL = 500;
const PAUSE_MILLISECONDS = 400;
/** Nobody's fault here: those of storage, and of the server itself, which come after them. */
const isPassing = (error: ErrorBody) => category(error.code) >= category(StorageRefused);

/** The paper work of files: told to the server by the thousand before they are sent, and closed by the thousand after. */
export class Office {
  readonly finished: FileTask[] = [];
  #isFinalizing = false;
  #finalizedAt = 0;
  #limits: ChunkLimits | undefined;

  constructor(
    private readonly service: Service,
    private readonly checksums: Checksums,
    private readonly hooks: OfficeHooks,
  ) {}

  async add(batch: Item[], wanted: number): Promise<void> {
    this.#limits ??= await this.#askLimits();
    const sum = (content: Blob) => this.checksums.sum(content);
    const prepared = await prepareBatch(batch, this.#limits, wanted, sum, (item, cause) => {
      this.hooks.fail(item, { kind: cause === "size" ? "size" : cause.kind });
    });
    if (!prepared.length) return;
    const replies = await this.service.add(prepared.map((each) => addRequest(each.item, each.chunkSize, each.sum)));
    const known: Prepared[] = [];
    prepared.forEach((each, index) => {
      const reply = replies[index];
      if (!reply) this.hooks.enqueue(each.item);
      else if ("error" in reply) this.#notAdded(each, reply.error, known);
      else {
        each.item.remote = remoteOf(reply, each);
        if (each.item.kind === "folder") this.hooks.done(each.item);
        else this.hooks.open(each.item);
      }
    });
    if (known.length) await this.#reclaim(known);
  }

  #notAdded(each: Prepared, error: ErrorBody, known: Prepared[]): void {
    if (category(error.code) === STATE) known.push(each);
    else if (isPassing(error)) {
      this.service.rest();
      this.hooks.enqueue(each.item);
    } else this.hooks.fail(each.item, { kind: "refused", message: error.message });
  }

  /** Files that the package has already: an earlier call went through, and its reply was lost. */
  async #reclaim(known: Prepared[]): Promise<void> {
    const place = (file: { path: string; name: string }) => `${file.path}/${file.name}`;
    const there = new Map((await this.service.list()).map((file) => [place(file), file]));
    for (const { item } of known) {
      const file = there.get(place(item));
      if (file?.state === "finalized" && file.size === item.size) {
        this.hooks.done(item);
        continue;
      }
      if (file) await this.service.remove(file.id);
      this.hooks.enqueue(item);
    }
  }

  /** Closes what has arrived. One call at a time, and not at once while more is coming: it can go with the next one. */
  async finalize(isMoreComing: boolean, after: () => void): Promise<void> {
    if (this.#isFinalizing || !this.finished.length) return;
    if (isMoreComing && this.finished.length < FULL && Date.now() < this.#finalizedAt + PAUSE_MILLISECONDS) return;
    this.#isFinalizing = true;
    this.#finalizedAt = Date.now();
    const batch = takeFinished(this.finished).filter((task) => !this.hooks.isGone(task));
    try {
      const replies = batch.length ? await this.service.finalize(batch.map(finalizeRequest)) : [];
      batch.forEach((task, index) => {
        this.#closed(task, replies[index]);
      });
    } finally {
      this.#isFinalizing = false;
    }
    after();
  }

  #closed(task: FileTask, reply: FinalizedOne | undefined): void {
    if (this.hooks.isGone(task)) return;
    if (reply && !("error" in reply)) this.hooks.done(task.item);
    else if (
      !reply ||
      isPassing(reply.error) ||
      (category(reply.error.code) === STATE && task.conflicts++ < CONFLICTS_MOST)
    ) {
      this.service.rest();
      this.finished.push(task);
    }
    // What arrived is not what the file is: it must be sent once more.
    else this.hooks.again(task.item, reply.error.message);
  }

  async #askLimits(): Promise<ChunkLimits> {
    const { min_chunk_size, max_chunk_size, max_chunk_count } = await this.service.limits();
    return { smallest: min_chunk_size, largest: max_chunk_size, most: max_chunk_count };
  }
}

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
  /** What is on the server of it is of no use. */
  again(item: Item, message: string): void;
}

/** A state that does not fit. */
const STATE = category(WrongState);
/** An earlier call of ours may still be at it. */
const CONFLICTS_MOST = 5;
/** How often a file is added that the server says it has, though it is not in its list. */
const CLASHES_MOST = 2;
const FULL = 500;
const PAUSE_MILLISECONDS = 400;
/** Nobody's fault here: those of storage, and of the server itself, which come after them. */
const isPassing = (error: ErrorBody) => category(error.code) >= category(StorageRefused);

/** The paper work of files: told to the server by the thousand before they are sent, and closed by the thousand after. */
export class Office {
  readonly #finished: FileTask[] = [];
  #isFinalizing = false;
  #finalizedAt = Number.NEGATIVE_INFINITY;
  #limits: ChunkLimits | undefined;
  readonly #clashes = new Map<Item, number>();

  constructor(
    private readonly service: Service,
    private readonly checksums: Checksums,
    private readonly hooks: OfficeHooks,
  ) {}

  /** Tells the server of items. Those that have a `remote` afterwards, or are done, it knows; the others it does not. */
  async add(batch: Item[], wanted: number): Promise<void> {
    this.#limits ??= await this.#askLimits();
    const sum = (content: Blob) => this.checksums.sum(content);
    const prepared = await prepareBatch(batch, this.#limits, wanted, sum, (item, cause) => {
      if (!item.isGone) this.hooks.fail(item, { kind: cause === "size" ? "size" : cause.kind });
    });
    const asked = prepared.filter(({ item }) => !item.isGone);
    if (!asked.length) return;
    const replies = await this.service.add(asked.map((each) => addRequest(each.item, each.chunkSize, each.sum)));
    const known: { each: Prepared; error: ErrorBody }[] = [];
    const unwanted: string[] = [];
    asked.forEach((each, index) => {
      const reply = replies[index];
      if (!reply) return;
      if ("error" in reply) {
        if (category(reply.error.code) === STATE) known.push({ each, error: reply.error });
        else this.#notAdded(each.item, reply.error);
      } else if (each.item.isGone) unwanted.push(reply.file.id);
      else {
        each.item.remote = remoteOf(reply, each);
        if (each.item.kind === "folder") this.hooks.done(each.item);
      }
    });
    for (const id of unwanted) await this.service.remove(id);
    if (known.length) await this.#reclaim(known);
  }

  #notAdded(item: Item, error: ErrorBody): void {
    if (isPassing(error)) this.service.rest();
    else if (!item.isGone) this.hooks.fail(item, { kind: "refused", message: error.message });
  }

  /** Files that the package has already: an earlier call went through, and its reply was lost. */
  async #reclaim(known: { each: Prepared; error: ErrorBody }[]): Promise<void> {
    const place = (file: { path: string; name: string }) => `${file.path}/${file.name}`;
    const there = new Map((await this.service.list()).map((file) => [place(file), file]));
    for (const { each, error } of known) {
      const { item } = each;
      const file = there.get(place(item));
      if (file?.state === "finalized" && file.size === item.size && !item.isGone) this.hooks.done(item);
      else if (file) await this.service.remove(file.id);
      else if (!item.isGone) this.#clashed(item, error);
    }
  }

  /** It may be gone by now. If it never is, another name is as good as the same for the server. */
  #clashed(item: Item, error: ErrorBody): void {
    const clashes = (this.#clashes.get(item) ?? 0) + 1;
    this.#clashes.set(item, clashes);
    if (clashes < CLASHES_MOST) return;
    this.#clashes.delete(item);
    this.hooks.fail(item, { kind: "refused", message: error.message });
  }

  /** Takes a file of which everything arrived. */
  close(task: FileTask): void {
    if (!this.#finished.includes(task) && !task.isClosing) this.#finished.push(task);
  }

  /** One call at a time, and not at once while more is coming: it can go with the next one. */
  canFinalize(isMoreComing: boolean): boolean {
    if (this.#isFinalizing || !this.#finished.length) return false;
    const isFull = this.#finished.length >= FULL;
    return !isMoreComing || isFull || performance.now() >= this.#finalizedAt + PAUSE_MILLISECONDS;
  }

  async finalize(): Promise<void> {
    this.#isFinalizing = true;
    this.#finalizedAt = performance.now();
    const batch = takeFinished(this.#finished).filter((task) => !task.isDropped);
    for (const task of batch) task.isClosing = true;
    try {
      const replies = batch.length ? await this.service.finalize(batch.map(finalizeRequest)) : [];
      batch.forEach((task, index) => {
        this.#closed(task, replies[index]);
      });
    } finally {
      this.#isFinalizing = false;
    }
  }

  #closed(task: FileTask, reply: FinalizedOne | undefined): void {
    task.isClosing = false;
    if (task.isDropped) return;
    if (reply && !("error" in reply)) this.hooks.done(task.item);
    else if (
      !reply ||
      isPassing(reply.error) ||
      (category(reply.error.code) === STATE && task.conflicts++ < CONFLICTS_MOST)
    ) {
      this.service.rest();
      this.#finished.push(task);
    }
    // What arrived is not what the file is: it must be sent once more.
    else this.hooks.again(task.item, reply.error.message);
  }

  async #askLimits(): Promise<ChunkLimits> {
    const { min_chunk_size, max_chunk_size, max_chunk_count } = await this.service.limits();
    return { smallest: min_chunk_size, largest: max_chunk_size, most: max_chunk_count };
  }
}

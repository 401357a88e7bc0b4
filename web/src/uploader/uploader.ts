import { Board, type Standing } from "./board";
import { Gates } from "./gate";
import { askForHandles, ofDrop, ofFiles, ofHandle, ofPaste } from "./intake";
import { type Item, ItemList } from "./items";
import { newRecord, type SavedPackage } from "./journal";
import { Network } from "./network";
import { type Found, Reader } from "./reader";
import { restoreItems } from "./resume";
import { isAbort } from "./sender";
import { discardPackage, Refused } from "./service";
import { browserSurroundings, type Surroundings } from "./surroundings";
import type { Fault, Phase, Snapshot, Uploader, UploaderOptions, UploadPackage } from "./types";
import { forgetUnfinished } from "./unfinished";
import { Work } from "./work";

const UNDERWAY: readonly Phase[] = ["sending", "pausing", "paused", "attention"];
/** When files can still be added. */
const OPEN: readonly Phase[] = ["choosing", "starting", ...UNDERWAY];
/** When there is nothing to cancel. */
const OVER: readonly Phase[] = ["done", "cancelled", "elsewhere"];
/** What the server says of a package that nobody can send to any more. */
const GONE: readonly number[] = [404, 409, 410];

/** Makes an uploader. One serves one package; for the next package make another. */
export function createUploader(options: UploaderOptions, surroundings = browserSurroundings()): Uploader {
  return new Upload(options, surroundings);
}

class Upload implements Uploader {
  #phase: Phase = "choosing";
  #fault: Fault | undefined;
  #work: Work | undefined;
  #elsewhere: { sentBytes: number; totalBytes: number } | undefined;
  #package: UploadPackage | undefined;
  #isContinued = false;
  #isDisposed = false;
  readonly #handles: FileSystemHandle[] = [];
  readonly #list: ItemList;
  readonly #reader: Reader;
  readonly #gates = new Gates(() => this.#board.touch());
  readonly #board: Board;
  readonly #network: Network;
  readonly #endings: (() => void)[] = [];
  /** While the record is read, no files are added. */
  #adopting: Promise<void> | undefined;
  #finishing: Promise<void> | undefined;

  constructor(
    private readonly options: UploaderOptions,
    private readonly around: Surroundings,
  ) {
    this.#list = new ItemList(options.rules ?? {});
    this.#reader = new Reader(this.#list, {
      leavesOut: () => this.#isContinued && !this.#work?.recorder.isCutOff && this.#list.counts.missing > 0,
      added: (item) => this.#added(item),
      found: (item) => this.#enqueue(item),
      replaced: (item) => this.#again(item),
      turn: () => {
        this.#work?.sender.pump();
        this.#board.touch();
      },
    });
    this.#network = new Network(around, this.#gates, (since) => this.#work?.storage.cutStalled(since));
    this.#board = new Board(this.#list, this.#reader, this.#gates, () => this.#standing());
    this.#endings.push(this.#network.stop);
  }

  subscribe = (listener: () => void): (() => void) => this.#board.subscribe(listener);
  snapshot = (): Snapshot => this.#board.snapshot();
  addFiles = (files: Iterable<File>): Promise<void> => this.#take(ofFiles(files));

  addDropped = async (data: DataTransfer): Promise<void> => {
    const { chosen, handles } = ofDrop(data);
    await this.#take(chosen);
    const opened = await handles;
    this.#handles.push(...opened);
    this.#work?.recorder.remember(opened);
  };

  addPasted = (data: DataTransfer): boolean => {
    const chosen = ofPaste(data, new Date());
    void this.#take(chosen);
    return chosen.length > 0;
  };

  start = async (): Promise<void> => {
    if (this.#phase !== "choosing") return;
    this.#set("starting");
    let made: UploadPackage;
    try {
      const total = { files: this.#list.counts.files, bytes: this.#list.totalBytes };
      made = await this.options.createPackage(total);
    } catch (cause) {
      if (this.#is("starting")) this.#set("choosing");
      throw cause;
    }
    // Someone gave it up while it was being made.
    if (this.#isDisposed || !this.#is("starting")) return discardPackage(this.around.transport, this.#gates, made);
    this.#package = made;
    const saved = newRecord(this.options.scope, made, this.#handles);
    this.#begin(saved, (await this.around.lock(made.id)) ?? (() => undefined));
    const isWaiting = ({ state }: Item) => state === "listed" || state === "waiting";
    for (const item of this.#list.items.filter(isWaiting)) this.#enqueue(item);
    this.#work?.recorder.keepAll(this.#list.items);
    this.#run();
  };

  pause = (id?: number): void => {
    if (id === undefined) {
      if (this.#phase !== "sending" && this.#phase !== "attention") return;
      this.#work?.sender.rest();
      this.#set("pausing");
      this.#settle();
      return;
    }
    const item = this.#list.find(id);
    if (!item || (item.state !== "waiting" && item.state !== "sending")) return;
    this.#list.set(item, "paused");
    this.#work?.sender.hold(item);
    this.#settle();
  };

  resume = (id?: number): void => {
    const isHeld = (item: Item) => item.state === "paused" && (id === undefined || item.id === id);
    for (const item of this.#list.items.filter(isHeld)) this.#enqueue(item);
    if (id === undefined || (this.#phase !== "paused" && this.#phase !== "pausing")) this.#run();
  };

  retry = (id?: number): void => {
    const isFailed = (item: Item) => item.state === "failed" && (id === undefined || item.id === id);
    for (const item of this.#list.items.filter(isFailed)) this.#again(item);
    this.#run();
  };

  remove = (id: number): void => {
    const item = this.#list.find(id);
    if (item && item.state !== "done") this.#remove([item]);
  };

  removeRefused = (): void => this.#remove(this.#list.items.filter(({ state }) => state === "refused"));

  removeFailed = (): void =>
    this.#remove(this.#list.items.filter(({ state }) => state === "failed" || state === "missing"));

  tryNow = (): void => this.#gates.open();

  completeList = (): void => {
    this.#work?.recorder.complete();
    this.#settle();
  };

  cancel = async (): Promise<void> => {
    // The package may be finished at this very moment.
    await this.#finishing;
    if (OVER.includes(this.#phase)) return;
    this.#set("cancelled");
    await this.#work?.cancel();
  };

  adopt = (packageId: string): Promise<void> => {
    if (this.#phase !== "choosing" || this.#list.items.length > 0) {
      return Promise.reject(new Error("this uploader is used for another upload"));
    }
    this.#set("starting");
    this.#isContinued = true;
    this.#adopting = this.#adopt(packageId);
    return this.#adopting;
  };

  reopen = async (): Promise<boolean> => {
    const { granted, isWhole } = await askForHandles(this.#handles);
    for (const handle of granted) await this.#take(ofHandle(handle)).catch(() => undefined);
    return isWhole;
  };

  dispose = (): void => {
    this.#isDisposed = true;
    for (const end of this.#endings) end();
    this.#work?.close();
    this.#board.stop();
  };

  async #adopt(packageId: string): Promise<void> {
    const saved = await this.around.journal.package(packageId);
    if (!saved) return this.#end("failed", { kind: "package-gone" });
    this.#package = saved.package;
    const release = await this.around.lock(packageId);
    if (!release) return this.#isDisposed ? undefined : this.#watch(saved);
    const isCancelled = this.#is("cancelled");
    if (isCancelled || this.#isDisposed) release();
    if (isCancelled) return forgetUnfinished(packageId, this.around.journal, this.around.transport);
    if (this.#isDisposed) return;
    const work = this.#begin(saved, release);
    const items = await this.around.journal.items(packageId);
    try {
      await this.#reader.during(restoreItems(this.#list, items, !work.recorder.isCutOff, work.service));
    } catch (cause) {
      if (isAbort(cause)) return;
      if (!(cause instanceof Refused)) throw cause;
      // A token that ended, or a server that refuses for now, is not a reason to forget what was sent.
      if (GONE.includes(cause.status)) await work.recorder.end();
      return this.#end("failed", cause.fault("package-gone"));
    }
    for (const item of this.#list.items) work.sender.wake(item);
    this.#run();
  }

  #begin(saved: SavedPackage, release: () => void): Work {
    this.#handles.splice(0, this.#handles.length, ...saved.handles);
    const hooks = {
      changed: () => this.#settle(),
      moved: (item: Item, bytes: number) => this.#board.moved(item, bytes),
      failed: (fault: Fault) => this.#end("failed", fault),
      bytesPerSecond: () => this.#board.speed.bytesPerSecond(performance.now()),
      phase: () => this.#phase,
    };
    const isAdding = () => this.#reader.isReading;
    const { options, around } = this;
    const places = [this.#list, this.#gates, around, release, hooks] as const;
    this.#work = new Work(saved, ...places, isAdding, this.#isContinued, options);
    this.#set("attention");
    return this.#work;
  }

  #run(): void {
    if (!this.#work || this.#isDisposed || !UNDERWAY.includes(this.#phase)) return;
    if (this.#phase !== "sending") this.#board.speed.start(performance.now());
    this.#set("sending");
    this.#work.run();
  }

  /** Another tab has it: its progress is shown here, and nothing is sent. */
  #watch(saved: SavedPackage): void {
    this.#elsewhere = { sentBytes: saved.sentBytes, totalBytes: saved.totalBytes };
    this.#endings.push(
      this.around.listen(({ packageId, sentBytes, totalBytes, phase }) => {
        if (packageId !== saved.package.id) return;
        this.#elsewhere = { sentBytes, totalBytes };
        if (phase === "done") this.#set("done");
        this.#board.touch();
      }),
    );
    this.#set("elsewhere");
  }

  async #take(chosen: Iterable<Found> | AsyncIterable<Found>): Promise<void> {
    if (this.#isDisposed || !OPEN.includes(this.#phase)) return;
    try {
      await this.#reader.take(chosen, this.#takeFirst());
    } finally {
      if (this.#phase === "attention" && this.#list.moving) this.#run();
      this.#settle();
      this.#work?.sender.pump();
      this.#board.now();
    }
  }

  async #takeFirst(): Promise<void> {
    await this.#adopting;
    await this.#work?.recorder.open();
  }

  #again(item: Item): void {
    item.restarts = 0;
    const { candidate } = item;
    if (candidate && this.#work) this.#work.sender.replace(item, candidate);
    else if (candidate) {
      this.#list.replace(item, candidate);
      this.#list.set(item, "listed");
    } else if (item.kind === "folder" && item.fault?.kind === "unreadable") return;
    else if (item.fault?.kind === "changed" || !item.file) {
      item.takesAny = true;
      this.#list.set(item, "missing");
    } else this.#enqueue(item);
  }

  #added(item: Item): void {
    if (!this.#work) return;
    this.#enqueue(item);
    this.#work.recorder.keep(item);
  }

  #enqueue(item: Item): void {
    this.#list.set(item, this.#work ? "waiting" : "listed");
    this.#work?.sender.wake(item);
  }

  #remove(items: Item[]): void {
    if (!items.length) return;
    const { sender, recorder } = this.#work ?? {};
    this.#list.remove(new Set(items));
    sender?.remove(items);
    void recorder?.remove(items);
    for (const item of this.#list.recheck()) if (this.#work) this.#enqueue(item);
    sender?.pump();
    this.#settle();
    this.#board.now();
  }

  /** Where the upload stands, from where its items stand. */
  #settle(): void {
    this.#board.touch();
    if (!UNDERWAY.includes(this.#phase) || this.#reader.isReading) return;
    const { sender, recorder } = this.#work ?? {};
    const { moving, open, counts } = this.#list;
    if (this.#phase === "pausing") {
      if (sender?.isStill) this.#rested();
    } else if (moving) {
      if (this.#phase === "attention") this.#set("sending");
    } else if (sender?.isUnsettled) return;
    else if (open === 0 && counts.done > 0 && !recorder?.isCutOff) {
      // Someone who has paused may want to add something first.
      if (this.#phase !== "paused") this.#finishing ??= this.#finish();
    } else if (this.#phase === "sending") {
      this.#work?.calm();
      this.#set("attention");
    }
  }

  #rested(): void {
    this.#work?.calm();
    this.#set("paused");
  }

  async #finish(): Promise<void> {
    this.#set("finishing");
    try {
      const fault = await this.#work?.finish();
      if (fault === "open") this.#set("attention");
      else this.#end(fault ? "failed" : "done", fault);
    } catch (cause) {
      if (!isAbort(cause)) throw cause;
    } finally {
      this.#finishing = undefined;
    }
  }

  #end(phase: Phase, fault?: Fault): void {
    this.#fault = fault;
    this.#set(phase);
    this.#work?.close();
  }

  #is(phase: Phase): boolean {
    return this.#phase === phase;
  }

  #set(phase: Phase): void {
    this.#phase = phase;
    this.#board.now();
  }

  #standing(): Standing {
    return {
      phase: this.#phase,
      fault: this.#fault,
      package: this.#package,
      elsewhere: this.#elsewhere,
      isOffline: this.#network.isOffline,
      onTheWire: this.#work?.storage.onTheWire ?? 0,
      flyingBytes: this.#work?.sender.flyingBytes ?? 0,
      isListCutOff: this.#work?.recorder.isCutOff ?? false,
    };
  }
}

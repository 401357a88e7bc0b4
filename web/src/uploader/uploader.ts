import { Board, type Standing } from "./board";
import { Gates } from "./gate";
import { askForHandles, ofDrop, ofFiles, ofHandle, ofPaste } from "./intake";
import { type Item, ItemList } from "./items";
import { newRecord, type SavedPackage } from "./journal";
import { Network } from "./network";
import { type Found, Reader } from "./reader";
import { restoreItems } from "./resume";
import { isAbort } from "./sender";
import { Refused } from "./service";
import { browserSurroundings, type Surroundings } from "./surroundings";
import type { Fault, Phase, Snapshot, Uploader, UploaderOptions, UploadPackage } from "./types";
import { Work } from "./work";

const UNDERWAY: readonly Phase[] = ["sending", "paused", "attention"];
/** When files can still be added. */
const OPEN: readonly Phase[] = ["choosing", "starting", ...UNDERWAY];

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
  readonly #handles: FileSystemHandle[] = [];
  readonly #list: ItemList;
  readonly #reader: Reader;
  readonly #gates = new Gates(() => this.#board.touch());
  readonly #board: Board;
  readonly #network: Network;
  readonly #endings: (() => void)[] = [];

  constructor(
    private readonly options: UploaderOptions,
    private readonly around: Surroundings,
  ) {
    this.#list = new ItemList(options.rules ?? {});
    this.#reader = new Reader(this.#list, {
      isStarted: () => this.#work !== undefined,
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
    try {
      const total = { files: this.#list.counts.files, bytes: this.#list.totalBytes };
      this.#package = await this.options.createPackage(total);
    } catch (cause) {
      this.#set("choosing");
      throw cause;
    }
    const saved = newRecord(this.options.scope, this.#package, this.#handles);
    this.#begin(saved, (await this.around.lock(this.#package.id)) ?? (() => undefined));
    for (const item of this.#list.items) if (item.state === "listed") this.#enqueue(item);
    this.#work?.recorder.keepAll(this.#list.items);
    this.#run();
  };

  pause = (id?: number): void => {
    if (id === undefined) {
      if (this.#phase !== "sending" && this.#phase !== "attention") return;
      this.#work?.rest();
      this.#set("paused");
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
    if (id === undefined || this.#phase !== "paused") this.#run();
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

  cancel = async (): Promise<void> => {
    this.#set("cancelled");
    await this.#work?.cancel();
  };

  adopt = async (packageId: string): Promise<void> => {
    const saved = await this.around.journal.package(packageId);
    if (!saved) return this.#end("failed", { kind: "package-gone" });
    this.#package = saved.package;
    const release = await this.around.lock(packageId);
    if (!release) return this.#watch(saved);
    const work = this.#begin(saved, release);
    const items = await this.around.journal.items(packageId);
    try {
      await this.#reader.during(restoreItems(this.#list, items, work.service));
    } catch (cause) {
      if (isAbort(cause)) return;
      if (!(cause instanceof Refused)) throw cause;
      await work.recorder.end();
      return this.#end("failed", cause.fault("package-gone"));
    }
    for (const item of this.#list.items) if (item.state === "waiting") work.sender.enqueue(item);
    this.#run();
  };

  reopen = async (): Promise<boolean> => {
    const { granted, isWhole } = await askForHandles(this.#handles);
    for (const handle of granted) await this.#take(ofHandle(handle)).catch(() => undefined);
    return isWhole;
  };

  dispose = (): void => {
    for (const end of this.#endings) end();
    this.#work?.close();
    this.#board.stop();
  };

  #begin(saved: SavedPackage, release: () => void): Work {
    this.#handles.splice(0, this.#handles.length, ...saved.handles);
    const hooks = {
      changed: () => this.#settle(),
      moved: (item: Item, bytes: number) => this.#board.moved(item, bytes),
      failed: (fault: Fault) => this.#end("failed", fault),
      bytesPerSecond: () => this.#board.speed.bytesPerSecond(Date.now()),
      phase: () => this.#phase,
    };
    this.#work = new Work(saved, this.#list, this.#gates, this.around, release, hooks, this.options.renewToken);
    this.#set("attention");
    return this.#work;
  }

  #run(): void {
    if (!this.#work || !UNDERWAY.includes(this.#phase)) return;
    if (this.#phase !== "sending") this.#board.speed.start(Date.now());
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
    if (!OPEN.includes(this.#phase)) return;
    try {
      await this.#reader.take(chosen);
    } finally {
      if (this.#phase === "attention" && this.#list.moving) this.#run();
      this.#settle();
      this.#work?.sender.pump();
      this.#board.now();
    }
  }

  #again(item: Item): void {
    item.restarts = 0;
    const { candidate } = item;
    if (candidate) {
      void this.#work?.sender.discard(item).then(() => {
        this.#list.replace(item, candidate);
        this.#enqueue(item);
        this.#run();
      });
    } else if (item.fault?.kind === "changed" || !item.file) {
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
    this.#list.set(item, "waiting");
    this.#work?.sender.enqueue(item);
  }

  #remove(items: Item[]): void {
    if (!items.length) return;
    const { sender, recorder } = this.#work ?? {};
    for (const item of items) {
      sender?.drop(item);
      if (item.remote) void sender?.discard(item);
    }
    this.#list.remove(new Set(items));
    void recorder?.remove(items);
    for (const item of this.#list.recheck("listed")) if (this.#work) this.#enqueue(item);
    sender?.pump();
    this.#settle();
    this.#board.now();
  }

  /** Where the upload stands, from where its items stand. */
  #settle(): void {
    this.#board.touch();
    if (!UNDERWAY.includes(this.#phase) || this.#reader.isReading) return;
    const { moving, open, counts } = this.#list;
    if (moving) {
      if (this.#phase === "attention") this.#set("sending");
    } else if (open === 0 && counts.done > 0) void this.#finish();
    else if (this.#phase === "sending") {
      this.#work?.calm();
      this.#set("attention");
    }
  }

  async #finish(): Promise<void> {
    this.#set("finishing");
    try {
      const fault = await this.#work?.finish();
      this.#end(fault ? "failed" : "done", fault);
    } catch (cause) {
      if (!isAbort(cause)) throw cause;
    }
  }

  #end(phase: Phase, fault?: Fault): void {
    this.#fault = fault;
    this.#set(phase);
    this.#work?.close();
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
    };
  }
}

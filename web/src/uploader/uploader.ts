import { Gates } from "./gate";
import { type Chosen, ofDrop, ofFiles, ofHandle, ofPaste } from "./intake";
import { type Item, ItemList } from "./items";
import type { SavedPackage } from "./journal";
import { Matcher, restoreItems } from "./resume";
import { isAbort } from "./sender";
import { Refused } from "./service";
import { Speedometer } from "./speed";
import { browserSurroundings, type Surroundings } from "./surroundings";
import { Ticker } from "./ticker";
import type { Fault, Phase, Snapshot, Uploader, UploaderOptions, UploadPackage, Waiting } from "./types";
import { Work } from "./work";

/** How long files are taken in before the page gets its turn. */
const SLICE_MILLISECONDS = 8;
/** Browsers are sometimes wrong about being offline, so it is tried all the same. */
const OFFLINE_SECONDS = 30;
const UNDERWAY: readonly Phase[] = ["sending", "paused", "attention"];

type Found = Chosen | "system-file";

/** Makes an uploader. One serves one package; for the next package make another. */
export function createUploader(options: UploaderOptions, surroundings = browserSurroundings()): Uploader {
  return new Upload(options, surroundings);
}

class Upload implements Uploader {
  #phase: Phase = "choosing";
  #fault: Fault | undefined;
  #work: Work | undefined;
  #reading = 0;
  #systemFiles = 0;
  #unmatched = 0;
  #offlineSince: number | undefined;
  #elsewhere: { sentBytes: number; totalBytes: number } | undefined;
  #package: UploadPackage | undefined;
  readonly #handles: FileSystemHandle[] = [];
  readonly #list: ItemList;
  readonly #gates = new Gates(() => this.#ticker.touch());
  readonly #speed = new Speedometer();
  readonly #ticker = new Ticker(() => this.#tell());
  readonly #listeners = new Set<() => void>();
  readonly #endings: (() => void)[] = [];
  #snapshot: Snapshot;

  constructor(
    private readonly options: UploaderOptions,
    private readonly around: Surroundings,
  ) {
    this.#list = new ItemList(options.rules ?? {});
    this.#snapshot = this.#look();
    this.#endings.push(around.onNetwork((isOnline) => this.#networkChanged(isOnline)));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot => this.#snapshot;

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
    const { id } = this.#package;
    const saved = this.#savedPackage(this.#package);
    this.#begin(saved, (await this.around.lock(id)) ?? (() => undefined));
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
    this.#begin(saved, release);
    const work = this.#work;
    if (!work) return;
    this.#reading += 1;
    try {
      await restoreItems(this.#list, await this.around.journal.items(packageId), work.service);
    } catch (cause) {
      if (isAbort(cause)) return;
      if (!(cause instanceof Refused)) throw cause;
      await work.recorder.end();
      return this.#end("failed", cause.fault("package-gone"));
    } finally {
      this.#reading -= 1;
    }
    for (const item of this.#list.items) if (item.state === "waiting") work.sender.enqueue(item);
    this.#run();
  };

  reopen = async (): Promise<boolean> => {
    const handles = this.#handles as (FileSystemHandle & { requestPermission?: (mode: object) => Promise<string> })[];
    let isWhole = handles.length > 0;
    for (const handle of handles) {
      const answer = await handle.requestPermission?.({ mode: "read" }).catch(() => "denied");
      if (answer === "granted") await this.#take(ofHandle(handle)).catch(() => undefined);
      else isWhole = false;
    }
    return isWhole;
  };

  dispose = (): void => {
    for (const end of this.#endings) end();
    this.#work?.close();
    this.#ticker.stop();
  };

  #savedPackage(made: UploadPackage): SavedPackage {
    const totals = { files: 0, doneFiles: 0, totalBytes: 0, sentBytes: 0 };
    const { scope } = this.options;
    return { scope, package: made, startedAt: Date.now(), ...totals, handles: [...this.#handles] };
  }

  #begin(saved: SavedPackage, release: () => void): void {
    this.#handles.splice(0, this.#handles.length, ...saved.handles);
    this.#work = new Work(saved, this.#list, this.#gates, this.around, release, {
      changed: () => this.#settle(),
      moved: (item, bytes) => this.#moved(item, bytes),
      failed: (fault) => this.#end("failed", fault),
      bytesPerSecond: () => this.#speed.bytesPerSecond(Date.now()),
      phase: () => this.#phase,
    });
    this.#set("attention");
  }

  #run(): void {
    if (!this.#work || !UNDERWAY.includes(this.#phase)) return;
    if (this.#phase !== "sending") this.#speed.start(Date.now());
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
        this.#ticker.touch();
      }),
    );
    this.#set("elsewhere");
  }

  async #take(chosen: Iterable<Found> | AsyncIterable<Found>): Promise<void> {
    this.#reading += 1;
    const { missing, failed } = this.#list.counts;
    const matcher = this.#work && missing + failed > 0 ? new Matcher(this.#list) : undefined;
    let turnAt = performance.now() + SLICE_MILLISECONDS;
    try {
      for await (const each of chosen) {
        this.#takeOne(each, matcher);
        if (performance.now() < turnAt) continue;
        this.#work?.sender.pump();
        this.#ticker.touch();
        await new Promise((resolve) => setTimeout(resolve));
        turnAt = performance.now() + SLICE_MILLISECONDS;
      }
    } finally {
      this.#reading -= 1;
      if (this.#phase === "attention" && this.#list.moving) this.#run();
      this.#settle();
      this.#work?.sender.pump();
      this.#ticker.now();
    }
  }

  #takeOne(found: Found, matcher: Matcher | undefined): void {
    if (found === "system-file") {
      this.#systemFiles += 1;
      return;
    }
    if (matcher && found.file) {
      const match = matcher.find(found);
      if (match) this.#attach(match.item, found.file, match.isSame);
      else this.#unmatched += 1;
      return;
    }
    const item = this.#list.add(found, "listed");
    if (item?.state === "listed" && this.#work) {
      this.#enqueue(item);
      this.#work.recorder.keep(item);
    }
  }

  /** A file was picked again. */
  #attach(item: Item, file: File, isSame: boolean): void {
    const isBroken = item.fault?.kind === "changed" || item.fault?.kind === "unreadable";
    if (item.state !== "missing" && !(item.state === "failed" && isBroken)) return;
    if (isSame) {
      item.file = file;
      this.#enqueue(item);
    } else if (item.takesAny || item.state === "failed") {
      item.candidate = file;
      this.#again(item);
    } else {
      item.candidate = file;
      this.#list.set(item, "failed", { kind: "changed" });
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
    this.#ticker.now();
  }

  #networkChanged(isOnline: boolean): void {
    if (isOnline) {
      if (this.#offlineSince) this.#work?.storage.cutStalled(this.#offlineSince);
      this.#offlineSince = undefined;
      this.#gates.open();
    } else {
      this.#offlineSince ??= Date.now();
      this.#gates.close("offline", OFFLINE_SECONDS);
    }
    this.#ticker.touch();
  }

  #moved(item: Item, bytes: number): void {
    if (!bytes) return;
    this.#list.moved(item, bytes);
    this.#speed.add(bytes, Date.now());
    this.#ticker.touch();
  }

  /** Where the upload stands, from where its items stand. */
  #settle(): void {
    this.#ticker.touch();
    if (!UNDERWAY.includes(this.#phase) || this.#reading) return;
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
    this.#ticker.now();
  }

  #tell(): void {
    this.#snapshot = this.#look();
    for (const listener of this.#listeners) listener();
    // The countdown and the time left go on when nothing else does.
    if (this.#phase === "sending") this.#ticker.touch();
  }

  #waiting(): Waiting | undefined {
    if (this.#phase !== "sending" && this.#phase !== "finishing") return undefined;
    const { waiting } = this.#gates;
    if (!waiting) return undefined;
    // What hangs on a dead line is on the wire too, so the browser's word comes first.
    if (this.#offlineSince !== undefined) return { ...waiting, reason: "offline" };
    return (this.#work?.storage.onTheWire ?? 0) > 0 ? undefined : waiting;
  }

  #look(): Snapshot {
    const now = Date.now();
    const { items, counts, totalBytes, sentBytes } = this.#list;
    const waiting = this.#waiting();
    const isSending = this.#phase === "sending" && !waiting;
    return {
      phase: this.#phase,
      items,
      counts,
      ...(this.#elsewhere ?? { totalBytes, sentBytes }),
      bytesPerSecond: isSending ? this.#speed.bytesPerSecond(now) : 0,
      secondsLeft: isSending ? this.#speed.secondsLeft(totalBytes - sentBytes, now) : undefined,
      waiting,
      isReading: this.#reading > 0,
      systemFilesLeftOut: this.#systemFiles,
      unmatchedFiles: this.#unmatched,
      package: this.#package && { id: this.#package.id, name: this.#package.name },
      fault: this.#fault,
    };
  }
}

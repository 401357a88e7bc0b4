import type { Gates } from "./gate";
import type { Item, ItemList } from "./items";
import type { SavedPackage } from "./journal";
import { Recorder } from "./recorder";
import { isAbort, Sender, type SenderHooks } from "./sender";
import { discardPackage, Refused, Service } from "./service";
import { Storage } from "./storage";
import type { Surroundings } from "./surroundings";
import type { Fault, UploaderOptions } from "./types";

const TELL_MILLISECONDS = 1_000;

export interface WorkHooks extends Omit<SenderHooks, "keep"> {
  phase(): string;
}

/** All that is at work for one package, from its creation until it is closed. */
export class Work {
  readonly service: Service;
  readonly storage: Storage;
  readonly sender: Sender;
  readonly recorder: Recorder;
  readonly #control = new AbortController();
  #sleep: (() => void) | undefined;
  #telling: ReturnType<typeof setInterval> | undefined;
  #told = "";

  constructor(
    private readonly saved: SavedPackage,
    private readonly list: ItemList,
    private readonly gates: Gates,
    private readonly surroundings: Surroundings,
    private readonly release: () => void,
    private readonly hooks: WorkHooks,
    isAdding: () => boolean,
    isContinued: boolean,
    private readonly options: Pick<UploaderOptions, "renewToken" | "finished">,
  ) {
    const { transport, journal, checksums } = surroundings;
    this.service = new Service(transport, gates, this.#control.signal, saved.package, options.renewToken);
    this.storage = new Storage(transport, gates);
    this.recorder = new Recorder(journal, saved, list, isAdding, isContinued);
    const keep = (item: Item) => this.recorder.keep(item);
    this.sender = new Sender(list, this.service, this.storage, checksums, { ...hooks, keep });
  }

  run(): void {
    this.#sleep ??= this.surroundings.stayAwake();
    this.#telling ??= setInterval(() => {
      this.#tell();
      // What hangs makes room for others without anything that would say so.
      this.sender.pump();
    }, TELL_MILLISECONDS);
    this.sender.isRunning = true;
    this.sender.pump();
  }

  /** Nothing is sent any more: the screen may go dark. */
  calm(): void {
    this.#sleep?.();
    this.#sleep = undefined;
    clearInterval(this.#telling);
    this.#telling = undefined;
    this.#tell();
  }

  /** Closes the package: why that was not possible, or `open` if something of the list turned out to be missing in it. */
  async finish(): Promise<Fault | "open" | undefined> {
    // If the page ends before the answer comes, the record says that only this was left to do.
    await this.recorder.flush();
    for (let attempt = 0; ; attempt++) {
      try {
        await this.service.finish();
        // The record stays until this is done, so that the next visit does it if this page is closed.
        await this.options.finished?.(this.saved.package.id);
        await this.recorder.end();
        return undefined;
      } catch (cause) {
        if (!(cause instanceof Refused)) throw cause;
        if (cause.status !== 409 || attempt > 0) return cause.fault("package-gone");
        if (!(await this.#removeLeftovers())) return "open";
      }
    }
  }

  async cancel(): Promise<void> {
    this.close();
    await discardPackage(this.surroundings.transport, this.gates, this.saved.package);
    await this.recorder.end();
  }

  /** Lets go of everything; what is on record stays. */
  close(): void {
    this.sender.stop();
    this.calm();
    this.#control.abort();
    this.recorder.close();
    this.surroundings.checksums.close();
    this.release();
  }

  /** Removes what nobody here knows, left over from a lost reply. Whether the list is right without it. */
  async #removeLeftovers(): Promise<boolean> {
    let isRight = true;
    for (const file of await this.service.list()) {
      if (file.state === "finalized") continue;
      await this.service.remove(file.id);
      const item = this.list.at(file.path, file.name);
      if (item?.state !== "done") continue;
      isRight = false;
      this.list.set(item, "missing");
      this.list.moved(item, -item.sentBytes);
      this.recorder.keep(item);
    }
    return isRight;
  }

  #tell(): void {
    const { counts, sentBytes, totalBytes } = this.list;
    const phase = this.hooks.phase();
    const text = `${sentBytes} ${totalBytes} ${counts.done} ${phase}`;
    if (text === this.#told) return;
    this.#told = text;
    this.surroundings.tell({ packageId: this.saved.package.id, sentBytes, totalBytes, phase });
    if (phase === "done" || phase === "cancelled" || phase === "failed") return;
    const bytes = { bytes: Math.round(sentBytes), total_bytes: totalBytes };
    const progress = { ...bytes, files: counts.done, total_files: counts.files, state: phase };
    this.service.tell(progress).catch((cause: unknown) => {
      if (!isAbort(cause)) throw cause;
    });
  }
}

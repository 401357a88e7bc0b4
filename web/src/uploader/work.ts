import type { Gates } from "./gate";
import type { Item, ItemList } from "./items";
import type { SavedPackage } from "./journal";
import { Recorder } from "./recorder";
import { isAbort, Sender, type SenderHooks } from "./sender";
import { Refused, Service } from "./service";
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
    gates: Gates,
    private readonly surroundings: Surroundings,
    private readonly release: () => void,
    private readonly hooks: WorkHooks,
    renewToken: UploaderOptions["renewToken"],
  ) {
    const { transport, journal, checksums } = surroundings;
    this.service = new Service(transport, gates, this.#control.signal, saved.package, renewToken);
    this.storage = new Storage(transport, gates);
    this.recorder = new Recorder(journal, saved, list);
    const keep = (item: Item) => this.recorder.keep(item);
    this.sender = new Sender(list, this.service, this.storage, checksums, { ...hooks, keep });
  }

  run(): void {
    this.#sleep ??= this.surroundings.stayAwake();
    this.#telling ??= setInterval(() => this.#tell(), TELL_MILLISECONDS);
    this.sender.isRunning = true;
    this.sender.pump();
  }

  /** Nothing is sent any more, and the screen may go dark. */
  rest(): void {
    this.sender.stop();
    this.calm();
  }

  calm(): void {
    this.#sleep?.();
    this.#sleep = undefined;
    clearInterval(this.#telling);
    this.#telling = undefined;
    this.#tell();
  }

  /** Closes the package. Files that the server has and nobody here knows, left over from a lost reply, are removed first. */
  async finish(): Promise<Fault | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.service.finish();
        await this.recorder.end();
        return undefined;
      } catch (cause) {
        if (!(cause instanceof Refused)) throw cause;
        if (cause.status !== 409 || attempt > 0) return cause.fault("package-gone");
        await this.#removeLeftovers().catch(() => undefined);
      }
    }
  }

  async cancel(): Promise<void> {
    this.close();
    await this.service.cancel();
    await this.recorder.end();
  }

  /** Lets go of everything; what is on record stays. */
  close(): void {
    this.rest();
    this.#control.abort();
    this.recorder.close();
    this.surroundings.checksums.close();
    this.release();
  }

  async #removeLeftovers(): Promise<void> {
    for (const file of await this.service.list()) {
      if (file.state !== "finalized") await this.service.remove(file.id);
    }
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

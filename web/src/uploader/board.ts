import { Speedometer } from "../ui/speedometer";
import type { Gates } from "./gate";
import type { Item, ItemList } from "./items";
import type { Reader } from "./reader";
import { Ticker } from "./ticker";
import type { Fault, Phase, Snapshot, UploadPackage, Waiting } from "./types";

/** What the uploader itself knows of where it stands. */
export interface Standing {
  phase: Phase;
  fault: Fault | undefined;
  package: UploadPackage | undefined;
  /** The progress of another tab, where that one sends. */
  elsewhere: { sentBytes: number; totalBytes: number } | undefined;
  isOffline: boolean;
  /** Requests to storage that are under way. */
  onTheWire: number;
  /** Bytes of parts that are under way and may have to be sent again. */
  flyingBytes: number;
  isListCutOff: boolean;
}

/** Shows an upload to whoever watches: a new snapshot at most four times a second. */
export class Board {
  readonly speed = new Speedometer();
  readonly #ticker = new Ticker(() => this.#tell());
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot;

  constructor(
    private readonly list: ItemList,
    private readonly reader: Reader,
    private readonly gates: Gates,
    private readonly standing: () => Standing,
  ) {
    this.#snapshot = this.#look();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot => this.#snapshot;

  touch(): void {
    this.#ticker.touch();
  }

  now(): void {
    this.#ticker.now();
  }

  stop(): void {
    this.#ticker.stop();
  }

  moved(item: Item, bytes: number): void {
    if (!bytes) return;
    this.list.moved(item, bytes);
    this.speed.add(bytes, performance.now());
    this.touch();
  }

  #tell(): void {
    this.#snapshot = this.#look();
    for (const listener of this.#listeners) listener();
    // The countdown and the time left go on when nothing else does.
    if (this.#snapshot.phase === "sending" || this.#snapshot.phase === "pausing") this.touch();
  }

  #waiting({ phase, isOffline, onTheWire }: Standing): Waiting | undefined {
    const { waiting } = this.gates;
    if (!waiting || (phase !== "sending" && phase !== "finishing")) return undefined;
    // What hangs on a dead line is on the wire too, so the browser's word comes first.
    if (isOffline) return { ...waiting, reason: "offline" };
    return onTheWire > 0 ? undefined : waiting;
  }

  #look(): Snapshot {
    const now = performance.now();
    const standing = this.standing();
    const { items, counts, totalBytes, sentBytes } = this.list;
    const waiting = this.#waiting(standing);
    const isSending = standing.phase === "sending" && !waiting;
    return {
      phase: standing.phase,
      items,
      counts,
      ...(standing.elsewhere ?? { totalBytes, sentBytes }),
      safeBytes: standing.elsewhere?.sentBytes ?? Math.max(0, sentBytes - standing.flyingBytes),
      bytesPerSecond: isSending ? this.speed.bytesPerSecond(now) : 0,
      secondsLeft: isSending ? this.speed.secondsLeft(totalBytes - sentBytes, now) : undefined,
      waiting,
      isReading: this.reader.isReading,
      isListCutOff: standing.isListCutOff,
      systemFilesLeftOut: this.reader.systemFiles,
      unmatchedFiles: this.reader.unmatched,
      package: standing.package && { id: standing.package.id, name: standing.package.name },
      fault: standing.fault,
    };
  }
}

import { Speedometer } from "../../ui/speedometer";
import type { PlannedFile } from "./names";

export type SaveState = "running" | "waiting" | "paused" | "full" | "done" | "stopped" | "ended";

export interface Failure {
  file: PlannedFile;
  reason: "place" | "size" | "damaged" | "refused" | "infected";
}

export interface Snapshot {
  state: SaveState;
  bytes: number;
  totalBytes: number;
  files: number;
  totalFiles: number;
  failures: Failure[];
  bytesPerSecond: number | undefined;
  secondsLeft: number | undefined;
  /** When the next try is, while it waits for the network. */
  retryAt: number | undefined;
  /** Why it cannot go on at all. */
  error: unknown;
}

/** At most four pictures a second: more would cost the page, and nobody sees them. */
const PACE = 250;

/** What a save shows of itself. */
export class Board {
  private readonly listeners = new Set<() => void>();
  private readonly arrived = new Map<string, number>();
  private readonly speed = new Speedometer();
  /** As it is now, and as it was last told: those who listen see no change that they were not told of. */
  private current: Snapshot;
  private shown: Snapshot;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    files: PlannedFile[],
    private readonly now: () => number,
  ) {
    this.current = {
      state: "running",
      bytes: 0,
      totalBytes: files.reduce((sum, file) => sum + file.size, 0),
      files: 0,
      totalFiles: files.length,
      failures: [],
      bytesPerSecond: undefined,
      secondsLeft: undefined,
      retryAt: undefined,
      error: undefined,
    };
    this.shown = this.current;
  }

  snapshot(): Snapshot {
    return this.shown;
  }

  state(): SaveState {
    return this.current.state;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A change of state is shown at once. */
  enter(state: SaveState): void {
    if (state !== "running") this.speed.start(this.now());
    this.change({ state, retryAt: undefined });
    this.tell();
  }

  wait(retryAt: number): void {
    this.enter("waiting");
    this.change({ retryAt });
  }

  end(error: unknown): void {
    this.change({ error });
    this.enter("ended");
  }

  arrive(file: PlannedFile, bytes: number): void {
    this.arrived.set(file.id, (this.arrived.get(file.id) ?? 0) + bytes);
    this.count(bytes);
    if (this.current.state === "waiting") this.enter("running");
  }

  /** What arrived of the file is of no use, and comes anew if at all. */
  takeBack(file: PlannedFile): void {
    const arrived = this.arrived.get(file.id) ?? 0;
    this.arrived.delete(file.id);
    if (arrived > 0) this.count(-arrived);
  }

  /** Also a file that was there already: then its bytes were never counted. */
  finish(file: PlannedFile): void {
    const arrived = this.arrived.get(file.id) ?? 0;
    this.arrived.delete(file.id);
    this.change({ files: this.current.files + 1 });
    this.count(file.size - arrived);
  }

  fail(file: PlannedFile, reason: Failure["reason"]): void {
    this.change({ failures: [...this.current.failures, { file, reason }] });
    this.tellSoon();
  }

  private count(bytes: number): void {
    this.change({ bytes: this.current.bytes + bytes });
    this.tellSoon();
  }

  private change(change: Partial<Snapshot>): void {
    this.current = { ...this.current, ...change };
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => this.tell(), PACE);
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { state, bytes, totalBytes } = this.current;
    const now = this.now();
    if (state === "running") this.speed.note(bytes, now);
    const bytesPerSecond = this.speed.bytesPerSecond(now);
    this.change({ bytesPerSecond, secondsLeft: this.speed.secondsLeft(totalBytes - bytes, now) });
    this.shown = this.current;
    for (const listener of this.listeners) listener();
  }
}

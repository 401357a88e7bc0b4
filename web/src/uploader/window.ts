import { MEBIBYTE } from "./plan";

/** What is in flight when a transfer is interrupted has to be sent again: so much time it may cost. */
const SECONDS = 2;
/** Many small files are faster together, on any line. */
const BYTES_LEAST = 4 * MEBIBYTE;
const PARTS_FIRST = 2;
/** A line on which two parts at once would be half a minute of work. */
const SLOW = 500_000;
const LOOK_MILLISECONDS = 4_000;
/** What one more part at once must gain to be kept. */
const WORTHWHILE = 1.1;
/** Looks until a trial without a gain is repeated; twice as many after each. */
const REST_FIRST = 4;
const REST_LONGEST = 64;

/**
 * Says how many parts may be in flight, by the rules of the agent: as many bytes as the line moves in two seconds, and a
 * few parts regardless of their size. On a long or lossy line each connection is slow and only many together are fast,
 * so one more is tried now and then, and kept if it gains something. A pure rule; times are in milliseconds.
 */
export class Window {
  #parts = PARTS_FIRST;
  #startedAt = 0;
  #bytes = 0;
  #isHeld = false;
  /** Bytes per second before the trial that is running. */
  #before: number | undefined;
  #rest = 0;
  #nextRest = REST_FIRST;

  constructor(private readonly most: number) {}

  /** Whether a part of so many bytes may join those that are in flight. */
  allows(inFlight: { parts: number; bytes: number }, bytes: number, bytesPerSecond: number): boolean {
    if (inFlight.parts >= this.most) return false;
    if (inFlight.parts < this.#parts) return true;
    if (inFlight.bytes + bytes <= Math.max(BYTES_LEAST, SECONDS * bytesPerSecond)) return true;
    this.#isHeld = true;
    return false;
  }

  moved(bytes: number, now: number): void {
    const passed = now - this.#startedAt;
    if (passed > 2 * LOOK_MILLISECONDS) this.#begin(now);
    else if (passed >= LOOK_MILLISECONDS) {
      this.#look((this.#bytes * 1000) / passed);
      this.#begin(now);
    }
    this.#bytes += bytes;
  }

  #begin(now: number): void {
    this.#startedAt = now;
    this.#bytes = 0;
    this.#isHeld = false;
  }

  #look(rate: number): void {
    if (this.#before !== undefined) {
      const isFaster = rate >= this.#before * WORTHWHILE;
      this.#before = undefined;
      if (isFaster) {
        this.#nextRest = REST_FIRST;
        return;
      }
      this.#parts -= 1;
      this.#rest = this.#nextRest;
      this.#nextRest = Math.min(REST_LONGEST, this.#nextRest * 2);
    } else if (rate < SLOW && this.#parts === PARTS_FIRST && this.#nextRest === REST_FIRST) {
      this.#parts = 1;
      this.#rest = this.#nextRest;
    } else if (this.#isHeld && this.#rest-- <= 0 && this.#parts < this.most) {
      this.#before = rate;
      this.#parts += 1;
    }
  }
}

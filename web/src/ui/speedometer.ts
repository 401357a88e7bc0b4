const WINDOW_MILLISECONDS = 12_000;
/** Before this, nobody knows how fast a line is. */
const QUIET_MILLISECONDS = 4_000;
const SAMPLE_MILLISECONDS = 250;
/** How much of the way to the new estimate is gone in a second, and how far that may lead at most. */
const PULL = 0.25;
const LEAP = 0.2;

interface Sample {
  at: number;
  bytes: number;
}

/** Tells a steady speed and a steady time left from bytes that come in bursts. Times are in milliseconds. */
export class Speedometer {
  #samples: Sample[] = [];
  #startedAt = 0;
  #total: number | undefined;
  #told: { at: number; seconds: number } | undefined;

  /** Anew: after a pause nothing of before counts. */
  start(now: number): void {
    this.#samples = [];
    this.#startedAt = now;
    this.#total = undefined;
    this.#told = undefined;
  }

  /** Bytes that moved; fewer than none when a part has to be sent again. */
  add(bytes: number, now: number): void {
    const last = this.#samples.at(-1);
    if (last && now - last.at < SAMPLE_MILLISECONDS) last.bytes += bytes;
    else this.#samples.push({ at: now, bytes });
    while (this.#samples[0] && this.#samples[0].at < now - WINDOW_MILLISECONDS) this.#samples.shift();
  }

  /** How many bytes there are in all by now, for those who are told that alone. A number that falls begins anew. */
  note(total: number, now: number): void {
    if (this.#total === undefined || total < this.#total) this.start(now);
    else this.add(total - this.#total, now);
    this.#total = total;
  }

  bytesPerSecond(now: number): number {
    const since = Math.max(this.#startedAt, now - WINDOW_MILLISECONDS);
    const moved = this.#samples.reduce((sum, sample) => (sample.at >= since ? sum + sample.bytes : sum), 0);
    const seconds = Math.max(now - since, 1_000) / 1000;
    return Math.max(0, moved / seconds);
  }

  secondsLeft(bytes: number, now: number): number | undefined {
    const speed = this.bytesPerSecond(now);
    if (now - this.#startedAt < QUIET_MILLISECONDS || speed < 1) return undefined;
    const estimate = bytes / speed;
    const passed = this.#told ? (now - this.#told.at) / 1000 : 0;
    const seconds = this.#told ? eased(this.#told.seconds - passed, estimate, passed) : estimate;
    this.#told = { at: now, seconds };
    return seconds;
  }
}

/** From what was told towards what is true, without a leap. */
function eased(told: number, estimate: number, passed: number): number {
  const pulled = told + (estimate - told) * (1 - (1 - PULL) ** passed);
  const reach = Math.max(1, Math.abs(told)) * LEAP * Math.max(passed, 0.05);
  return Math.max(0, Math.min(told + reach, Math.max(told - reach, pulled)));
}

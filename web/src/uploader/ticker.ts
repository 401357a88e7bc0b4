const INTERVAL_MILLISECONDS = 250;

/** Tells of changes at most four times a second: at once after a rest, and then by the clock. */
export class Ticker {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly tell: () => void) {}

  touch(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#toldAt + INTERVAL_MILLISECONDS - performance.now());
    this.#timer = setTimeout(() => this.now(), wait);
  }

  now(): void {
    this.stop();
    this.#toldAt = performance.now();
    this.tell();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

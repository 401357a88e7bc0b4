const WINDOW_SECONDS = 12;
/** Before that, any number would be a guess that is corrected before it is read. */
const FIRST_SECONDS = 3;
/** How much of a new estimate is believed at once; the rest is what was said before, a second nearer. */
const BELIEVED = 0.25;

/** How fast something goes, as the mean of the last seconds, and how long it still takes. Times are in milliseconds. */
export class Speed {
  private samples: { at: number; bytes: number }[] = [];
  private estimate: { at: number; seconds: number } | undefined;

  /** Notes how many bytes there are in all by now. A number that falls begins anew. */
  note(at: number, bytes: number): void {
    const last = this.samples.at(-1);
    if (last && bytes < last.bytes) this.forget();
    this.samples.push({ at, bytes });
    const oldest = at - WINDOW_SECONDS * 1000;
    while ((this.samples[1]?.at ?? at) <= oldest) this.samples.shift();
  }

  /** What stood still was not slow: after a pause the mean begins anew. */
  forget(): void {
    this.samples = [];
    this.estimate = undefined;
  }

  /** Bytes per second, once there is something to say. */
  perSecond(): number | undefined {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (!first || !last || last.at - first.at < FIRST_SECONDS * 1000) return undefined;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }

  /** Seconds until the rest is there, steadied so that it does not jump. */
  secondsLeft(at: number, rest: number): number | undefined {
    const speed = this.perSecond();
    if (!speed) return undefined;
    const now = rest / speed;
    const expected = this.estimate ? Math.max(0, this.estimate.seconds - (at - this.estimate.at) / 1000) : now;
    const seconds = expected + (now - expected) * BELIEVED;
    this.estimate = { at, seconds };
    return seconds;
  }
}

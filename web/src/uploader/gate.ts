import type { Waiting } from "./types";

const FIRST_MILLISECONDS = 1_000;
const LONGEST_MILLISECONDS = 30_000;

export type WaitReason = Waiting["reason"];

interface Waiter {
  go: () => void;
  stop: (reason: unknown) => void;
}

/**
 * Where all requests to one origin wait while it does not answer.
 *
 * They share one back-off: if each slept by itself, a short outage would cost the longest of their sleeps. Its times are
 * those of `performance.now()`, because a clock that is set back would let it wait for hours, or not at all.
 */
export class Gate {
  #failures = 0;
  #closedAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #reason: WaitReason = "network";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #waiters = new Set<Waiter>();

  constructor(
    private readonly changed: () => void = () => undefined,
    private readonly random: () => number = Math.random,
  ) {}

  /** Why and until when it is closed, if it is. */
  get waiting(): Waiting | undefined {
    const left = this.#until - performance.now();
    return left > 0 ? { reason: this.#reason, until: Math.ceil(Date.now() + left) } : undefined;
  }

  async pass(signal?: AbortSignal): Promise<void> {
    while (this.#until > performance.now()) {
      signal?.throwIfAborted();
      await this.#turn(signal);
    }
    signal?.throwIfAborted();
  }

  /** A request that began at this time failed. Those that began before the gate closed tell nothing new. */
  fail(begunAt: number, reason: WaitReason, retryAfterSeconds?: number): void {
    const now = performance.now();
    if (retryAfterSeconds !== undefined) {
      this.#close(Math.max(this.#until, now + retryAfterSeconds * 1000), reason);
      return;
    }
    if (begunAt <= this.#closedAt) return;
    const full = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** this.#failures);
    this.#failures += 1;
    this.#close(now + full * (0.5 + this.random() / 2), reason);
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** What is known better by now: only the network, or only the storage. */
  blame(reason: WaitReason): void {
    if (this.#reason === reason) return;
    this.#reason = reason;
    if (this.waiting) this.changed();
  }

  /** Lets everybody try at once. */
  open(): void {
    this.#until = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.go();
    this.#waiters.clear();
    this.changed();
  }

  #close(until: number, reason: WaitReason): void {
    this.#closedAt = performance.now();
    this.#until = until;
    this.#reason = reason;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), Math.ceil(until - this.#closedAt));
    this.changed();
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiters.delete(waiter);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const waiter: Waiter = { go, stop };
      this.#waiters.add(waiter);
      signal?.addEventListener("abort", stop, { once: true });
    });
  }
}

/** One gate for each origin. */
export class Gates {
  readonly #all = new Map<string, Gate>();

  constructor(private readonly changed: () => void) {}

  of(origin: string): Gate {
    let gate = this.#all.get(origin);
    if (!gate) {
      gate = new Gate(this.changed);
      this.#all.set(origin, gate);
    }
    return gate;
  }

  /** The longest wait of all, which is the one that holds the upload up. */
  get waiting(): Waiting | undefined {
    let longest: Waiting | undefined;
    for (const { waiting } of this.#all.values())
      if (waiting && waiting.until > (longest?.until ?? 0)) longest = waiting;
    return longest;
  }

  open(): void {
    for (const gate of this.#all.values()) gate.open();
  }

  /** Nobody needs to try for so long: there is no network. */
  close(reason: WaitReason, seconds: number): void {
    for (const gate of this.#all.values()) gate.fail(performance.now(), reason, seconds);
  }

  blame(reason: WaitReason): void {
    for (const gate of this.#all.values()) gate.blame(reason);
  }
}

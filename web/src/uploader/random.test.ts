import { describe, expect, it, vi } from "vitest";
import { type Fault, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import { Story, settled } from "./story";
import type { Uploader } from "./types";

/**
 * One upload after another, driven by chance: whatever people, networks and reloads do, the package holds in the end what
 * the page says and what its user wanted. `TONNAGE_UPLOADER_SEED` repeats one, `TONNAGE_UPLOADER_RUNS` makes more of them.
 */
const story = Story.forEachTest();
const chosen = process.env.TONNAGE_UPLOADER_SEED;
const runs = Number(process.env.TONNAGE_UPLOADER_RUNS ?? 25);
const first = chosen ? Number(chosen) : Date.now() % 1_000_000;
const SEEDS = Array.from({ length: chosen ? 1 : runs }, (_, index) => first + index);

/** Mulberry32: small, and the same everywhere. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a request may be answered instead of the truth; never a lie about what is in the package. */
function faultOf(request: string, random: () => number): ReturnType<Fault> {
  const isStorage = request.includes(" /F");
  const some = isStorage
    ? ([0, 503, 403, "lost-reply", "hang", "400 RequestTimeout"] as const)
    : ([0, 503, 429, "lost-reply", "hang", "page"] as const);
  return some[Math.floor(random() * some.length)];
}

class Person {
  uploader: Uploader;
  /** What the package shall hold: names with their sizes. */
  readonly wanted = new Map<string, number>();
  isCancelled = false;
  readonly log: string[] = [];
  #next = 1;

  constructor(private readonly random: () => number) {
    this.uploader = story.upload();
  }

  #below(end: number): number {
    return Math.floor(this.random() * end);
  }

  #size(): number {
    const sizes = [0, 1, 5_000, 3 * MEBIBYTE, 9 * MEBIBYTE, 40 * MEBIBYTE];
    return (sizes[this.#below(sizes.length)] ?? 0) + this.#below(1_000);
  }

  #files(names: Iterable<string>): File[] {
    return [...names].map((name) => sparse(name, this.wanted.get(name) ?? 0));
  }

  #someItem() {
    const { items } = this.uploader.snapshot();
    return items[this.#below(items.length)];
  }

  async begin(): Promise<void> {
    await this.add();
    if (this.random() < 0.2) await this.remove();
    if (this.wanted.size === 0) await this.add();
    await settled(this.uploader.start());
  }

  async add(): Promise<void> {
    const names = Array.from({ length: 1 + this.#below(4) }, () => `${this.#next++}.bin`);
    for (const name of names) this.wanted.set(name, this.#size());
    await settled(this.uploader.addFiles(this.#files(names)));
    const there = new Set(this.uploader.snapshot().items.map(({ name }) => name));
    // Nothing is taken any more once the upload is over.
    for (const name of names) if (!there.has(name)) this.wanted.delete(name);
  }

  /** Sometimes with the same name again, and another content. */
  async remove(): Promise<void> {
    const item = this.#someItem();
    if (!item) return;
    this.uploader.remove(item.id);
    if (this.uploader.snapshot().items.includes(item)) return;
    this.wanted.delete(item.name);
    if (this.random() < 0.5 || this.isOver) return;
    this.wanted.set(item.name, this.#size());
    await settled(this.uploader.addFiles(this.#files([item.name])));
    if (!this.uploader.snapshot().items.some(({ name }) => name === item.name)) this.wanted.delete(item.name);
  }

  async reload(): Promise<void> {
    this.uploader.dispose();
    await vi.advanceTimersByTimeAsync(this.#below(3_000));
    const next = story.upload();
    this.uploader = next;
    void next.adopt("p");
    await vi.advanceTimersByTimeAsync(this.#below(2_000));
    if (this.random() < 0.7) await this.pickAgain();
  }

  /** The same upload in another tab. */
  async secondTab(): Promise<void> {
    const other = story.upload();
    void other.adopt("p");
    await vi.advanceTimersByTimeAsync(this.#below(1_000));
    void other.cancel();
    other.dispose();
  }

  async pickAgain(): Promise<void> {
    const taken = this.uploader.addFiles(this.#files(this.wanted.keys()));
    // While the record is read from a server that does not answer, nothing is taken.
    await vi.advanceTimersByTimeAsync(500);
    void taken;
  }

  async act(): Promise<void> {
    const item = this.#someItem();
    const acts: [string, () => unknown][] = [
      ["add", () => this.add()],
      ["remove", () => this.remove()],
      ["pause", () => this.uploader.pause()],
      ["resume", () => this.uploader.resume()],
      ["pause one", () => item && this.uploader.pause(item.id)],
      ["resume one", () => item && this.uploader.resume(item.id)],
      ["retry", () => this.uploader.retry()],
      ["try now", () => this.uploader.tryNow()],
      ["reload", () => this.reload()],
      ["second tab", () => this.secondTab()],
      ["wait", () => vi.advanceTimersByTimeAsync(this.#below(20_000))],
    ];
    const [name, act] = acts[this.#below(acts.length)] ?? ["", () => undefined];
    this.log.push(`${name} ${this.uploader.snapshot().phase}`);
    await act();
    await vi.advanceTimersByTimeAsync(this.#below(800));
  }

  get isOver(): boolean {
    return ["done", "failed", "cancelled"].includes(this.uploader.snapshot().phase);
  }

  /** Does what the page asks for, until it is over. */
  async end(): Promise<void> {
    for (let step = 0; step < 400 && !this.isOver; step++) {
      // An upload without a file has nothing to end with.
      if (this.wanted.size === 0) await this.add();
      const { counts, phase, isListCutOff } = this.uploader.snapshot();
      if (phase === "attention") {
        if (counts.missing || isListCutOff) await this.pickAgain();
        this.uploader.retry();
        if (isListCutOff) this.uploader.completeList();
      }
      if (phase !== "sending") this.uploader.resume();
      await vi.advanceTimersByTimeAsync(1_000);
    }
  }
}

const delivered = () =>
  [...story.world.files.values()].map(({ name, size, state }) => `${name} ${size} ${state}`).sort();

describe("an upload that is driven by chance", () => {
  it.each(SEEDS)("seed %d", async (seed) => {
    const random = chance(seed);
    story.world.bytesPerSecond = [500_000, 5_000_000, 50_000_000][Math.floor(random() * 3)] ?? 0;
    let share = 0;
    story.world.faults = [(request) => (random() < share ? faultOf(request, random) : undefined)];
    const person = new Person(random);
    await person.begin();
    const endsBy = random();
    for (let step = 0; step < 12 && !person.isOver; step++) {
      share = random() < 0.5 ? 0 : random() * 0.5;
      await person.act();
    }
    share = 0;
    if (endsBy < 0.15) {
      await settled(person.uploader.cancel());
      expect(["expired", "finalized"], person.log.join(", ")).toContain(story.world.state);
      if (story.world.state === "expired") return;
    }
    await person.end();
    const { phase, items, counts, totalBytes, sentBytes, safeBytes } = person.uploader.snapshot();
    const said = `seed ${seed}: ${person.log.join(", ")}; ${JSON.stringify({ phase, counts })}`;
    const wanted = [...person.wanted].map(([name, size]) => `${name} ${size} finalized`).sort();
    expect(delivered(), said).toEqual(wanted);
    expect(story.world.state, said).toBe("finalized");
    // A visitor whose page ended with the answer to the last call only hears that the package is closed.
    if (phase === "failed") return;
    expect(phase, said).toBe("done");
    expect(items.map(({ name, size }) => `${name} ${size} finalized`).sort(), said).toEqual(wanted);
    expect({ sentBytes, safeBytes }, said).toEqual({ sentBytes: totalBytes, safeBytes: totalBytes });
  });
});

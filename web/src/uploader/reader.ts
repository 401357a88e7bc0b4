import type { Chosen } from "./intake";
import type { Item, ItemList } from "./items";
import { Matcher } from "./resume";

/** How long files are taken in before the page gets its turn. */
const SLICE_MILLISECONDS = 8;

export type Found = Chosen | "system-file";

export interface ReaderHooks {
  /** Whether there is a package already: then files may belong to what is missing in it. */
  isStarted(): boolean;
  added(item: Item): void;
  /** The file of an item that was missing is here again. */
  found(item: Item): void;
  /** An item is to be sent with another content. */
  replaced(item: Item): void;
  /** A slice is done: others may work. */
  turn(): void;
}

/** Takes in what people choose, a slice at a time, however much it is. */
export class Reader {
  systemFiles = 0;
  unmatched = 0;
  #running = 0;

  constructor(
    private readonly list: ItemList,
    private readonly hooks: ReaderHooks,
  ) {}

  get isReading(): boolean {
    return this.#running > 0;
  }

  async take(chosen: Iterable<Found> | AsyncIterable<Found>): Promise<void> {
    this.#running += 1;
    const { missing, failed } = this.list.counts;
    const matcher = this.hooks.isStarted() && missing + failed > 0 ? new Matcher(this.list) : undefined;
    let turnAt = performance.now() + SLICE_MILLISECONDS;
    try {
      for await (const each of chosen) {
        this.#takeOne(each, matcher);
        if (performance.now() < turnAt) continue;
        this.hooks.turn();
        await new Promise((resolve) => setTimeout(resolve));
        turnAt = performance.now() + SLICE_MILLISECONDS;
      }
    } finally {
      this.#running -= 1;
    }
  }

  /** While something is put back into the list, nothing in it counts as finished. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work;
    } finally {
      this.#running -= 1;
    }
  }

  #takeOne(found: Found, matcher: Matcher | undefined): void {
    if (found === "system-file") {
      this.systemFiles += 1;
      return;
    }
    if (matcher && found.file) {
      const match = matcher.find(found);
      if (match) this.#attach(match.item, found.file, match.isSame);
      else this.unmatched += 1;
      return;
    }
    const item = this.list.add(found, "listed");
    if (item?.state === "listed") this.hooks.added(item);
  }

  /** A file was picked again. */
  #attach(item: Item, file: File, isSame: boolean): void {
    const isBroken = item.fault?.kind === "changed" || item.fault?.kind === "unreadable";
    if (item.state !== "missing" && !(item.state === "failed" && isBroken)) return;
    if (isSame) {
      item.file = file;
      this.hooks.found(item);
      return;
    }
    item.candidate = file;
    if (item.takesAny || item.state === "failed") this.hooks.replaced(item);
    else this.list.set(item, "failed", { kind: "changed" });
  }
}

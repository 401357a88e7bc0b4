import type { Chosen } from "./intake";
import type { Item, ItemList } from "./items";
import { Matcher } from "./resume";

/** How long files are taken in before the page gets its turn. */
const SLICE_MILLISECONDS = 8;

export type Found = Chosen | "system-file";

export interface ReaderHooks {
  /** Whether files that belong to nothing in the list are left out: the list is the whole one, and files of it are missing. */
  leavesOut(): boolean;
  added(item: Item): void;
  /** The file of an item that was missing is here again. */
  found(item: Item): void;
  /** An item is to be sent with another content. */
  replaced(item: Item): void;
  /** A slice is done: others may work. */
  turn(): void;
}

/** Lets the page work. Not by a timer: browsers let those of a hidden tab wait for a second each, and for a minute later. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
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

  /** `first` is done before anything is taken in. */
  async take(chosen: Iterable<Found> | AsyncIterable<Found>, first?: Promise<void>): Promise<void> {
    this.#running += 1;
    let turnAt = performance.now() + SLICE_MILLISECONDS;
    try {
      await first;
      const { missing, failed } = this.list.counts;
      const matcher = missing + failed > 0 ? new Matcher(this.list) : undefined;
      const leavesOut = this.hooks.leavesOut();
      for await (const each of chosen) {
        this.#takeOne(each, matcher, leavesOut);
        if (performance.now() < turnAt) continue;
        this.hooks.turn();
        await turn();
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

  #takeOne(found: Found, matcher: Matcher | undefined, leavesOut: boolean): void {
    if (found === "system-file") {
      this.systemFiles += 1;
      return;
    }
    const match = matcher?.find(found);
    if (match && found.file && this.#attach(match.item, found.file, match.isSame)) return;
    const isKnown = match !== undefined || this.list.at(found.path, found.name) !== undefined;
    if (leavesOut && !isKnown) {
      this.unmatched += 1;
      return;
    }
    const item = this.list.add(found);
    if (item?.state === "listed") this.hooks.added(item);
  }

  /** A file was picked again: whether something was waiting for it. */
  #attach(item: Item, file: File, isSame: boolean): boolean {
    const isBroken = item.fault?.kind === "changed" || item.fault?.kind === "unreadable";
    if (item.kind !== "file" || (item.state !== "missing" && !(item.state === "failed" && isBroken))) return false;
    if (isSame) {
      item.file = file;
      this.hooks.found(item);
      return true;
    }
    item.candidate = file;
    if (item.takesAny || item.state === "failed") this.hooks.replaced(item);
    else this.list.set(item, "failed", { kind: "changed" });
    return true;
  }
}

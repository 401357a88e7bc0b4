import type { Item, ItemList } from "./items";
import type { Journal, SavedItem, SavedPackage } from "./journal";

const FLUSH_MILLISECONDS = 500;
const AT_ONCE = 2_000;

/** Writes down what must be known after a crash: at once what costs much to send again, and the rest by and by. */
export class Recorder {
  /** Whether the record that this upload was taken up from ended in the middle of the list. */
  isCutOff: boolean;
  readonly #changed = new Set<Item>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(
    private readonly journal: Journal,
    private readonly saved: SavedPackage,
    private readonly list: ItemList,
    /** Whether files are being added that are not in the list yet. */
    private readonly isAdding: () => boolean,
    isContinued: boolean,
  ) {
    this.isCutOff = isContinued && !saved.isListWhole;
  }

  /** Parts of large files go to the record at once. */
  keep(item: Item): void {
    if (item.isGone) return;
    this.#changed.add(item);
    if (item.remote?.uploadId) void this.flush();
    else this.#later();
  }

  keepAll(items: Iterable<Item>): void {
    for (const item of items) if (item.state !== "refused") this.#changed.add(item);
    void this.flush();
  }

  remember(handles: FileSystemHandle[]): void {
    this.saved.handles.push(...handles);
    this.#later();
  }

  /** Before files are added: until they are all on record, the list on record is not the whole one. */
  async open(): Promise<void> {
    if (!this.saved.isListWhole || this.#isOver) return;
    this.saved.isListWhole = false;
    await this.journal.savePackage(this.saved).catch(() => undefined);
    this.#later();
  }

  /** The user says that the list has all files. */
  complete(): void {
    this.isCutOff = false;
    this.#later();
  }

  async remove(items: Iterable<Item>): Promise<void> {
    for (const item of items) {
      this.#changed.delete(item);
      await this.journal.removeItem(this.saved.package.id, item.id).catch(() => undefined);
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver) return;
    const some = [...this.#changed].slice(0, AT_ONCE);
    for (const item of some) this.#changed.delete(item);
    const kept = some.filter((item) => !item.isGone).map(savedItem);
    try {
      await this.journal.saveItems(this.saved.package.id, kept);
      if (this.#isOver) return;
      const { counts, totalBytes, sentBytes } = this.list;
      const isListWhole = !this.isCutOff && !this.isAdding() && this.#changed.size === 0;
      const sums = { files: counts.files, doneFiles: counts.done, totalBytes, sentBytes };
      await this.journal.savePackage(Object.assign(this.saved, sums, { isListWhole }));
    } catch {
      // A browser that keeps nothing: the upload goes on, and a reload begins anew. Until the next attempt, the list on
      // record is not the whole one.
      for (const item of some) if (!item.isGone) this.#changed.add(item);
      return;
    }
    if (this.#changed.size) this.#later();
  }

  /** Nothing of it is needed any more. */
  async end(): Promise<void> {
    this.close();
    await this.journal.forget(this.saved.package.id).catch(() => undefined);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #later(): void {
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS);
  }
}

export function savedItem(item: Item): SavedItem {
  const { id, kind, path, name, size, lastModified, remote } = item;
  const isDone = item.state === "done";
  return { id, kind, path, name, size, lastModified, isDone, ...(remote && !isDone && { remote }) };
}

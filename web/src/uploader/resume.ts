import type { Chosen } from "./intake";
import { type Item, type ItemList, isSame } from "./items";
import type { SavedItem } from "./journal";
import type { Service } from "./service";

/** How much of a file has arrived. */
function arrivedBytes({ size, isDone, remote }: SavedItem): number {
  if (isDone) return size;
  if (!remote) return 0;
  const whole = remote.put ? size : remote.chunkSize;
  return remote.etags.reduce((sum, etag, index) => {
    return typeof etag === "string" ? sum + Math.min(whole, size - index * whole) : sum;
  }, 0);
}

/** Puts the items on record back into the list, as far as the server still knows them. */
export async function restoreItems(list: ItemList, saved: SavedItem[], service: Service): Promise<void> {
  const isAllDone = saved.every((item) => item.isDone);
  // A finished package answers nothing but that it is finished.
  const there = isAllDone ? [] : await service.list();
  const byId = new Map(there.map((file) => [file.id, file]));
  for (const item of saved) {
    const file = item.remote && byId.get(item.remote.fileId);
    if (file?.state === "finalized") item.isDone = true;
    else if (!file) delete item.remote;
    const state = item.isDone ? "done" : item.kind === "folder" ? "waiting" : "missing";
    list.restore(item, state, arrivedBytes(item));
  }
}

/** Finds the items that files belong to: by place, or, when only files were picked, by a name that is not in doubt. */
export class Matcher {
  readonly #byName = new Map<string, Item[]>();

  constructor(private readonly list: ItemList) {
    for (const item of list.items) {
      if (item.state !== "missing" && item.fault?.kind !== "changed") continue;
      const same = this.#byName.get(item.name);
      if (same) same.push(item);
      else this.#byName.set(item.name, [item]);
    }
  }

  find({ path, name, file }: Chosen): { item: Item; isSame: boolean } | undefined {
    if (!file) return undefined;
    const exact = this.list.at(path, name);
    if (exact) return { item: exact, isSame: isSame(exact, file) };
    const fitting = this.#byName.get(name)?.filter((item) => item.state === "missing" && isSame(item, file)) ?? [];
    const only = fitting.length === 1 ? fitting[0] : undefined;
    return only && { item: only, isSame: true };
  }
}

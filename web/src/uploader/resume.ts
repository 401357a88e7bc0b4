import type { Schemas } from "../api/client";
import type { Chosen } from "./intake";
import { type Item, type ItemList, isSame } from "./items";
import type { SavedItem } from "./journal";
import type { Service } from "./service";

type FileBody = Schemas["FileBody"];

/** How much of a file has arrived. */
function arrivedBytes({ size, isDone, remote }: SavedItem): number {
  if (isDone) return size;
  if (!remote) return 0;
  const whole = remote.put ? size : remote.chunkSize;
  return remote.etags.reduce((sum, etag, index) => {
    return typeof etag === "string" ? sum + Math.min(whole, size - index * whole) : sum;
  }, 0);
}

const placeOf = ({ path, name }: { path: string; name: string }) => `${path}/${name}`;

/** Puts the items on record back into the list, as far as the server still knows them. */
export async function restoreItems(
  list: ItemList,
  saved: SavedItem[],
  isListWhole: boolean,
  service: Service,
): Promise<void> {
  // Nothing is left to do but to finish, and a visitor's token can do nothing else once that was done.
  if (isListWhole && saved.length > 0 && saved.every((item) => item.isDone)) {
    for (const item of saved) list.restore(item, "done", item.size);
    return;
  }
  const there = await service.list();
  const byId = new Map(there.map((file) => [file.id, file]));
  const finalized = new Map(there.flatMap((file) => (file.state === "finalized" ? [[placeOf(file), file]] : [])));
  for (const item of saved) {
    const closed = finalized.get(placeOf(item));
    item.isDone = closed !== undefined && (item.kind === "folder" || closed.size === item.size);
    if (item.remote && !byId.has(item.remote.fileId)) delete item.remote;
    const state = item.isDone ? "done" : item.kind === "folder" ? "waiting" : "missing";
    list.restore(item, state, arrivedBytes(item));
    finalized.delete(placeOf(item));
  }
  for (const file of finalized.values()) {
    // Taken out of the list, though the page did not live to say so; or chosen, and not written down any more.
    if (isListWhole) await service.remove(file.id);
    else list.restore(foundItem(list.nextId, file), "done", file.size);
  }
}

function foundItem(id: number, { kind, path, name, size }: FileBody): SavedItem {
  return { id, kind: kind === "directory" ? "folder" : "file", path, name, size, lastModified: 0, isDone: true };
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

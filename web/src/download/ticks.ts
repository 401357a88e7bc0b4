import type { Tree, TreeFolder } from "./tree";

export type Tick = "all" | "some" | "none";

/** How many of a tree's files are ticked, and how many can be, up to each place: so that a folder costs no walk. */
export interface Counts {
  ticked: Uint32Array;
  offered: Uint32Array;
}

export function countTicks(tree: Tree, ticks: ReadonlySet<string>): Counts {
  const ticked = new Uint32Array(tree.files.length + 1);
  const offered = new Uint32Array(tree.files.length + 1);
  tree.files.forEach((file, index) => {
    const isOffered = file.offer === "offered";
    offered[index + 1] = (offered[index] ?? 0) + (isOffered ? 1 : 0);
    ticked[index + 1] = (ticked[index] ?? 0) + (isOffered && ticks.has(file.id) ? 1 : 0);
  });
  return { ticked, offered };
}

const between = (sums: Uint32Array, folder: TreeFolder): number => (sums[folder.end] ?? 0) - (sums[folder.first] ?? 0);

export const offeredIn = (counts: Counts, folder: TreeFolder): number => between(counts.offered, folder);

/** A folder is ticked when everything in it is that can be. */
export function tickOf(counts: Counts, folder: TreeFolder): Tick {
  const ticked = between(counts.ticked, folder);
  if (ticked === 0) return "none";
  return ticked === offeredIn(counts, folder) ? "all" : "some";
}

export function toggleFile(ticks: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ticks);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Ticks everything in the folder that can be had, or, where all of that is ticked, nothing of it. */
export function toggleFolder(tree: Tree, ticks: ReadonlySet<string>, folder: TreeFolder): Set<string> {
  const next = new Set(ticks);
  const clears = tickOf(countTicks(tree, ticks), folder) === "all";
  for (const file of tree.files.slice(folder.first, folder.end)) {
    if (clears) next.delete(file.id);
    else if (file.offer === "offered") next.add(file.id);
  }
  return next;
}

import { useMemo, useSyncExternalStore } from "react";

let isOpen = false;
const watchers = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The help is opened by its button and by a key, which know nothing of each other. */
export function useHelp() {
  const now = useSyncExternalStore(subscribe, () => isOpen);
  return useMemo(() => ({ isOpen: now, open: () => set(true), close: () => set(false) }), [now]);
}

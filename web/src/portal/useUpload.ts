import { useSyncExternalStore } from "react";
import type { Phase, Snapshot, Uploader } from "../uploader";

/** Follows an upload; up to four times a second. */
export function useUpload(uploader: Uploader): Snapshot {
  return useSyncExternalStore(uploader.subscribe, uploader.snapshot);
}

/** Follows where an upload stands, and nothing else: what only needs that is not drawn anew with every tick. */
export function usePhase(uploader: Uploader): Phase {
  return useSyncExternalStore(uploader.subscribe, () => uploader.snapshot().phase);
}

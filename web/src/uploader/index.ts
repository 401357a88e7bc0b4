/**
 * The uploader: sends files and folders into one package, through anything that networks and people do.
 *
 * ```ts
 * const uploader = createUploader({ scope: `team:${teamId}`, createPackage: async () => packageOf(await answer(…)) });
 * const upload = useSyncExternalStore(uploader.subscribe, uploader.snapshot);
 * ```
 */

export { packageOf } from "./package";
export type {
  Counts,
  Fault,
  FaultKind,
  FileRules,
  ItemState,
  Phase,
  Snapshot,
  Unfinished,
  Uploader,
  UploaderOptions,
  UploadItem,
  UploadPackage,
  Waiting,
} from "./types";
export { findUnfinished, forgetUnfinished } from "./unfinished";
export { createUploader } from "./uploader";

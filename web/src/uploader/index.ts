/**
 * The uploader: sends files and folders into one package, through anything that networks and people do.
 *
 * ```ts
 * const uploader = createUploader({ scope: `team:${teamId}`, createPackage: async () => packageOf(await answer(…)) });
 * const upload = useSyncExternalStore(uploader.subscribe, uploader.snapshot);
 * ```
 */
export { findUnfinished, forgetUnfinished } from "./unfinished";
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
  UploadItem,
  UploadPackage,
  Uploader,
  UploaderOptions,
  Waiting,
} from "./types";
export { createUploader } from "./uploader";

import type { Schemas } from "../api/client";

export type Blueprint = Schemas["Blueprint"];

/** The package that an upload fills, as far as the uploader needs to know it. */
export interface UploadPackage {
  id: string;
  name: string;
  /** Sent as `X-Package-Token`. */
  token: string;
  /** When the package ends; the zero date means never. */
  expiry: string;
  /** Where progress is told to whoever follows the package, if anywhere. */
  channel?: { name: string; token: string };
}

/** What the package may hold. Nothing said is nothing restricted; a number of 0 is no limit. */
export interface FileRules {
  fileTypes?: readonly string[];
  /** Whether `fileTypes` are the refused ones instead of the only ones taken. */
  refusesFileTypes?: boolean;
  maxFileSize?: number;
  maxFileCount?: number;
  maxPackageSize?: number;
}

/**
 * - `listed`: chosen, nothing was sent yet. `refused`: against the rules, never sent.
 * - `waiting`: its turn comes. `sending`. `done`: the server has it whole and proven.
 * - `paused`: by the user, for this file. `failed`: see `fault`; *retry* goes on with what is there.
 * - `missing`: known from before a reload; the file must be picked again.
 */
export type ItemState = "listed" | "refused" | "waiting" | "sending" | "done" | "paused" | "failed" | "missing";

export type FaultKind =
  /** Against the rules of the package: the ending, the size, the number of files, the size of all, the name. */
  | "type"
  | "size"
  | "count"
  | "total"
  | "name"
  /** Something else of the same path and name is in the list. */
  | "duplicate"
  /** The file is not what it was when it was chosen; or it cannot be read any more. */
  | "changed"
  | "unreadable"
  /** What arrived is not what was sent, time and again. */
  | "checksum"
  /** Storage hides the ETag from pages: only its administrator can mend that. */
  | "etag-hidden"
  /** Storage refused for good. */
  | "storage"
  /** The server refused for good: `message` says why. */
  | "refused"
  /** The package is gone, finished or closed. */
  | "package-gone";

export interface Fault {
  kind: FaultKind;
  /** What the server or the storage said, in English. */
  message?: string;
  requestId?: string;
}

/** One file or folder of the upload. The same object through its whole life: read it anew with each snapshot. */
export interface UploadItem {
  readonly id: number;
  readonly kind: "file" | "folder";
  /** Folders, with `/` between them; empty at the root. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly state: ItemState;
  readonly sentBytes: number;
  readonly fault: Fault | undefined;
}

/**
 * - `choosing`: before `start`. `starting`: the package is being made, or an unfinished one is looked up. `sending`.
 * - `pausing`: nothing more begins, and the parts that are under way arrive. `paused`: all of it, by the user.
 * - `attention`: nothing more can be sent before someone retries, resumes, removes or picks the rest again.
 * - `finishing`: all files arrived, the package is being closed. `done`.
 * - `failed`: the whole of it, see `fault`. `cancelled`. `elsewhere`: another tab sends this package.
 */
export type Phase =
  | "choosing"
  | "starting"
  | "sending"
  | "pausing"
  | "paused"
  | "attention"
  | "finishing"
  | "done"
  | "failed"
  | "cancelled"
  | "elsewhere";

/** Why nothing moves just now, and when it is tried again by itself. */
export interface Waiting {
  /** `offline`: the browser says so. `network`: nothing answers. `storage`: the server answers, its storage does not. `busy`: asked to wait. */
  reason: "offline" | "network" | "storage" | "busy";
  /** Milliseconds since 1970. */
  until: number;
}

export interface Counts {
  /** Files that count: neither refused nor folders. */
  files: number;
  folders: number;
  done: number;
  failed: number;
  refused: number;
  missing: number;
  paused: number;
}

/** What an upload is at one moment. A new object at most four times a second. */
export interface Snapshot {
  readonly phase: Phase;
  /** In the order in which they were added. The array is not copied for a snapshot. */
  readonly items: readonly UploadItem[];
  readonly counts: Readonly<Counts>;
  readonly totalBytes: number;
  /** With those of parts that are under way. */
  readonly sentBytes: number;
  /** What never has to be sent again. */
  readonly safeBytes: number;
  /** Of the last seconds; 0 when nothing moves. */
  readonly bytesPerSecond: number;
  /** Undefined while it cannot be said honestly. */
  readonly secondsLeft: number | undefined;
  readonly waiting: Waiting | undefined;
  /** Whether folders are still being read. */
  readonly isReading: boolean;
  readonly systemFilesLeftOut: number;
  /** The record of this upload ended in the middle of its list: it is finished only when someone says what is all. */
  readonly isListCutOff: boolean;
  /** Files picked to go on with an upload that are no part of it, and were left out. */
  readonly unmatchedFiles: number;
  readonly package: { id: string; name: string } | undefined;
  readonly fault: Fault | undefined;
}

/** An upload that this browser began and did not finish. */
export interface Unfinished {
  packageId: string;
  packageName: string;
  startedAt: number;
  files: number;
  doneFiles: number;
  totalBytes: number;
  sentBytes: number;
  /** Whether one click may find the files again: the browser kept hold of what was dropped. */
  hasHandles: boolean;
  /** Whether another tab is sending it now. */
  isElsewhere: boolean;
}

export interface UploaderOptions {
  /** What the upload belongs to, such as `portal:dailies` or `team:01K…`: unfinished ones are found again by it. */
  scope: string;
  rules?: FileRules;
  /** Makes the package when the upload starts. What it throws, `start` throws, and the upload is `choosing` again. */
  createPackage: (total: { files: number; bytes: number }) => Promise<UploadPackage>;
  /** What is to be done once the package is finished, and before the upload is `done`. After a reload it is done then. */
  finished?: (packageId: string) => Promise<void>;
  /** Another token for the package, once the one before has ended with the session it was obtained in. */
  renewToken?: (packageId: string) => Promise<string>;
}

/** Sends files into one package. Nothing in it knows a page; every method may be called at any time. */
export interface Uploader {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => Snapshot;
  /** Files of a picker, of a paste, or of a script. */
  addFiles: (files: Iterable<File>) => Promise<void>;
  /** Call it inside the drop event itself: what was dropped cannot be read later. */
  addDropped: (data: DataTransfer) => Promise<void>;
  /** Call it inside the paste event itself. Whether there were files. */
  addPasted: (data: DataTransfer) => boolean;
  /** Makes the package and sends. Files added later are sent too, until the last one is done. */
  start: () => Promise<void>;
  /** All, or one. */
  pause: (id?: number) => void;
  resume: (id?: number) => void;
  /** Failed ones: all, or one. */
  retry: (id?: number) => void;
  remove: (id: number) => void;
  removeRefused: () => void;
  /** Gives up what failed or is missing, so that the rest can be finished. */
  removeFailed: () => void;
  /** Says that a list that was cut off has all files now. */
  completeList: () => void;
  /** Ends the wait for the network. */
  tryNow: () => void;
  /** Deletes the package with all that was sent, unless it is finished by then. Throws if the server does not answer. */
  cancel: () => Promise<void>;
  /** Takes an unfinished upload up, in an uploader that was not used; its files are `missing` until they are added again. */
  adopt: (packageId: string) => Promise<void>;
  /** After `adopt` with handles, inside a click: whether the browser gave the files back. */
  reopen: () => Promise<boolean>;
  /** Lets go of locks and listeners. What is unfinished stays on record. */
  dispose: () => void;
}

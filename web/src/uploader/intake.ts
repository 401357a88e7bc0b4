import { isSystemFile } from "./rules";

/** Something that was chosen: a file, or a folder with nothing in it. */
export interface Chosen {
  path: string;
  name: string;
  /** Undefined for a folder. */
  file?: File;
  /** What it is, if the browser cannot read it. */
  unreadable?: "file" | "folder";
}

export interface Intake {
  chosen: AsyncIterable<Chosen | "system-file">;
  /** What the browser lets us open again after a reload. */
  handles: Promise<FileSystemHandle[]>;
}

type DirectoryHandle = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

/** Thousands of single files are not worth a question each after a reload; folders are few. */
const HANDLES_MOST = 100;

const folderOf = (whole: string) => whole.slice(0, Math.max(0, whole.lastIndexOf("/")));
const join = (path: string, name: string) => (path ? `${path}/${name}` : name);

/** Files of a picker; those of a folder picker know their folders. Empty folders are not reported by browsers. */
export function* ofFiles(files: Iterable<File>): Generator<Chosen | "system-file"> {
  for (const file of files) {
    const path = folderOf(file.webkitRelativePath ?? "");
    yield isSystemFile(path, file.name) ? "system-file" : { path, name: file.name, file };
  }
}

/** Must be called inside the drop event: everything is taken hold of before the first wait. */
export function ofDrop(data: DataTransfer): Intake {
  const items = Array.from(data.items).filter((item) => item.kind === "file");
  const isFew = items.length <= HANDLES_MOST;
  const taken = items.map((item) => takeHold(item, isFew));
  const handles = Promise.all(taken.map(({ handle }) => handle));
  return {
    handles: handles.then((all) => all.filter((handle) => handle !== undefined)),
    chosen: walkAll(taken),
  };
}

function takeHold(item: DataTransferItem, wantsHandle: boolean): Taken {
  const entry = item.webkitGetAsEntry?.() ?? null;
  const file = entry?.isDirectory ? null : item.getAsFile();
  return { handle: wantsHandle ? handleOf(item) : undefined, entry, file };
}

interface Taken {
  handle: Promise<FileSystemHandle | undefined> | undefined;
  entry: FileSystemEntry | null;
  file: File | null;
}

function handleOf(item: DataTransferItem): Promise<FileSystemHandle | undefined> {
  const modern = item as DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };
  if (!modern.getAsFileSystemHandle) return Promise.resolve(undefined);
  return modern.getAsFileSystemHandle().then(
    (handle) => handle ?? undefined,
    () => undefined,
  );
}

/** By entries, which come a hundred at a time: a handle tells all of a large folder at once, and the page stands still. */
async function* walkAll(taken: Taken[]): AsyncGenerator<Chosen | "system-file"> {
  for (const { handle, entry, file } of taken) {
    if (entry?.isDirectory) yield* ofEntry(entry, "");
    else if (file) yield* ofFiles([file]);
    else if (entry) yield* ofEntry(entry, "");
    else {
      const opened = handle && (await handle);
      if (opened) yield* ofHandle(opened);
    }
  }
}

/** What stands behind a handle, with all below it. A folder that holds nothing is told as a folder. */
export async function* ofHandle(handle: FileSystemHandle, path = ""): AsyncGenerator<Chosen | "system-file"> {
  if (isSystemFile(path, handle.name)) {
    yield "system-file";
    return;
  }
  if (handle.kind === "file") {
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => undefined);
    yield { path, name: handle.name, ...(file ? { file } : { unreadable: "file" }) };
    return;
  }
  const children = (handle as DirectoryHandle).values()[Symbol.asyncIterator]();
  const next = () => children.next().catch(() => undefined);
  let isEmpty = true;
  for (let child = await next(); !child?.done; child = await next()) {
    if (!child) {
      yield { path, name: handle.name, unreadable: "folder" };
      return;
    }
    isEmpty = false;
    yield* ofHandle(child.value, join(path, handle.name));
  }
  if (isEmpty) yield { path, name: handle.name };
}

async function* ofEntry(entry: FileSystemEntry, path: string): AsyncGenerator<Chosen | "system-file"> {
  if (isSystemFile(path, entry.name)) {
    yield "system-file";
    return;
  }
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) => {
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined));
    });
    yield { path, name: entry.name, ...(file ? { file } : { unreadable: "file" }) };
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let isEmpty = true;
  // Browsers hand out a hundred at a time, and nothing when there is no more.
  for (;;) {
    const some = await new Promise<FileSystemEntry[] | undefined>((resolve) => {
      reader.readEntries(resolve, () => resolve(undefined));
    });
    if (!some) {
      yield { path, name: entry.name, unreadable: "folder" };
      return;
    }
    if (!some.length) break;
    isEmpty = false;
    for (const child of some) yield* ofEntry(child, join(path, entry.name));
  }
  if (isEmpty) yield { path, name: entry.name };
}

/** Files of a paste. A picture from the clipboard is always called the same, so it gets the time as its name. */
export function ofPaste(data: DataTransfer, now: Date): Chosen[] {
  return Array.from(data.files, (file) => {
    const ending = /^image\.(\w+)$/.exec(file.name)?.[1];
    return { path: "", name: ending ? `${stamp(now)}.${ending}` : file.name, file };
  });
}

function stamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`;
}

type AskingHandle = FileSystemHandle & { requestPermission?: (wanted: { mode: "read" }) => Promise<string> };

/** Asks the browser for what it held on to; inside a click. */
export async function askForHandles(
  handles: readonly AskingHandle[],
): Promise<{ granted: FileSystemHandle[]; isWhole: boolean }> {
  const granted: FileSystemHandle[] = [];
  for (const handle of handles) {
    const answer = await handle.requestPermission?.({ mode: "read" }).catch(() => "denied");
    if (answer === "granted") granted.push(handle);
  }
  return { granted, isWhole: handles.length > 0 && granted.length === handles.length };
}

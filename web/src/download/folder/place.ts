import { crc32Of } from "./crc32";
import { numbered, type PlannedFile } from "./names";

/** What is used of the browser's handles; tests have folders in memory. */
export interface FolderHandle {
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<FolderHandle>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<FileHandle>;
}

export interface FileHandle {
  getFile(): Promise<Pick<Blob, "size" | "stream">>;
  createWritable(): Promise<Writable>;
}

export interface Writable {
  write(chunk: { type: "write"; position: number; data: Uint8Array<ArrayBuffer> }): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The folder of a path below the chosen one, made where it is missing. */
export async function reachFolder(root: FolderHandle, folders: string[]): Promise<FolderHandle> {
  let place = root;
  for (const name of folders) place = await place.getDirectoryHandle(name, { create: true });
  return place;
}

/** Where a file goes, or nothing if it is there already. Content of others is never written over. */
export async function claim(
  root: FolderHandle,
  file: PlannedFile,
  isReserved: (name: string) => boolean,
): Promise<FileHandle | undefined> {
  const folder = await reachFolder(root, file.folders);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? file.name : numbered(file.name, number);
    if (number > 1 && isReserved(name)) continue;
    const found = await contentOf(folder, name);
    // An empty file is what the browser leaves when the page is closed on the way.
    if (!found || found.size === 0) return await folder.getFileHandle(name, { create: true });
    if (await isSame(file, found)) return undefined;
  }
}

async function isSame(file: PlannedFile, found: Pick<Blob, "size" | "stream">): Promise<boolean> {
  if (found.size !== file.size) return false;
  return file.crc32 === "" || (await crc32Of(found.stream())) === file.crc32.toLowerCase();
}

async function contentOf(folder: FolderHandle, name: string): Promise<Pick<Blob, "size" | "stream"> | undefined> {
  try {
    const handle = await folder.getFileHandle(name);
    return await handle.getFile();
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return undefined;
    throw error;
  }
}

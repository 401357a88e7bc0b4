import { shownName } from "../../texts/format";

interface Placed {
  kind: string;
  path: string;
  name: string;
  size: number;
}

export interface FolderRow {
  kind: "folder";
  name: string;
  /** The whole way to it, with `/` between. */
  path: string;
  files: number;
  size: number;
}

export interface FileRow<F> {
  kind: "file";
  name: string;
  file: F;
}

export type Row<F> = FolderRow | FileRow<F>;

export function wholePath({ path, name }: Pick<Placed, "path" | "name">): string {
  return path === "" ? name : `${path}/${name}`;
}

/** What lies in one folder: its folders with what is in all of them, then its files. */
export function rowsIn<F extends Placed>(files: readonly F[], folder: string): Row<F>[] {
  const folders = new Map<string, FolderRow>();
  const here: FileRow<F>[] = [];
  const start = folder === "" ? "" : `${folder}/`;
  for (const file of files) {
    const whole = wholePath(file);
    if (!whole.startsWith(start)) continue;
    const rest = whole.slice(start.length);
    const slash = rest.indexOf("/");
    const isDirectory = file.kind === "directory";
    if (slash < 0 && !isDirectory) here.push({ kind: "file", name: shownName(file.name), file });
    else addTo(folders, start, slash < 0 ? rest : rest.slice(0, slash), isDirectory ? undefined : file);
  }
  return [...folders.values(), ...here];
}

function addTo(folders: Map<string, FolderRow>, start: string, name: string, file: Placed | undefined): void {
  const row = folders.get(name) ?? { kind: "folder", name: shownName(name), path: start + name, files: 0, size: 0 };
  folders.set(name, { ...row, files: row.files + (file ? 1 : 0), size: row.size + (file?.size ?? 0) });
}

/** Files anywhere whose way or name holds the text. */
export function search<F extends Placed>(files: readonly F[], text: string): FileRow<F>[] {
  const sought = text.trim().toLowerCase();
  return files
    .filter((file) => file.kind !== "directory" && wholePath(file).toLowerCase().includes(sought))
    .map((file) => ({ kind: "file", name: shownName(wholePath(file)), file }));
}

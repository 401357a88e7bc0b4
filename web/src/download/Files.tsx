import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { formatSize } from "../texts/format";
import { useTexts } from "../texts/texts";
import { CHOSEN_MOST, type Deliver } from "./deliver";
import { FileTree } from "./FileTree";
import type { RowActions } from "./TreeRow";
import { toggleFile, toggleFolder } from "./ticks";
import { buildTree, folderKeys, type Row, rowsOf, search, type Tree, type TreeFile } from "./tree";
import type { PackageFile } from "./visit";
import { DRAWN_WHOLE } from "./window";

interface Props {
  entries: PackageFile[];
  tree: Tree;
  deliver: Deliver;
  save: ((files: TreeFile[], withFolders: boolean) => void) | undefined;
  /** One save at a time. */
  isSaving: boolean;
}

/** Search, tree, and what to do with what is ticked. */
export function Files({ entries, tree, deliver, save, isSaving }: Props) {
  const { say, language } = useTexts();
  const [wanted, setWanted] = useState("");
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const { isOpen, toggle } = useOpenFolders(tree);
  const searched = useDeferredValue(wanted);
  const found = useMemo(
    () => (searched.trim() === "" ? tree : buildTree(search(entries, searched), language)),
    [entries, tree, searched, language],
  );
  const isSearching = found !== tree;
  const rows = useMemo(() => rowsOf(found, isSearching ? () => true : isOpen), [found, isSearching, isOpen]);
  const { file: getFile } = deliver;
  const actions: RowActions = useMemo(
    () => ({
      toggle: (row) => row.kind === "folder" && toggle(row.folder.key),
      tick: (row) => setTicks((now) => tickRow(found, now, row)),
      get: (row) => row.kind === "file" && row.file.offer === "offered" && getFile(row.file),
    }),
    [found, toggle, getFile],
  );
  const busyId = deliver.delivery.at === "asking" ? deliver.delivery.fileId : undefined;
  return (
    <section className="card stack files" aria-labelledby="files">
      <div className="row spread">
        <h2 id="files">{say("download-files")}</h2>
        <input
          type="search"
          className="input search"
          aria-label={say("download-search")}
          placeholder={say("download-search")}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <p className={isSearching ? "soft small" : "hidden-text"} role="status">
        {isSearching ? say("download-found", { count: found.files.length }) : ""}
      </p>
      {rows.length > 0 ? <FileTree tree={found} rows={rows} ticks={ticks} busyId={busyId} actions={actions} /> : null}
      <Chosen {...{ tree, ticks, deliver, save, isSaving }} clear={() => setTicks(new Set())} />
    </section>
  );
}

function tickRow(tree: Tree, ticks: ReadonlySet<string>, row: Row): ReadonlySet<string> {
  if (row.kind === "folder") return toggleFolder(tree, ticks, row.folder);
  return row.file.offer === "offered" ? toggleFile(ticks, row.file.id) : ticks;
}

/** A small package lies open; a large one begins closed, so that its shape can be seen. */
function useOpenFolders(tree: Tree) {
  const startsOpen = useMemo(() => tree.files.length + folderKeys(tree.root).length <= DRAWN_WHOLE, [tree]);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const isOpen = useCallback((key: string) => changed.has(key) !== startsOpen, [changed, startsOpen]);
  const toggle = useCallback((key: string) => setChanged((now) => toggleFile(now, key)), []);
  return { isOpen, toggle };
}

interface ChosenProps extends Omit<Props, "entries"> {
  ticks: ReadonlySet<string>;
  clear: () => void;
}

function Chosen({ tree, ticks, deliver, save, isSaving, clear }: ChosenProps) {
  const { say, language } = useTexts();
  const chosen = useMemo(
    () => tree.files.filter((file) => file.offer === "offered" && ticks.has(file.id)),
    [tree, ticks],
  );
  const isTooMuch = chosen.length > CHOSEN_MOST && chosen.length < tree.files.length;
  const get = () => {
    const [only] = chosen;
    if (only && chosen.length === 1) deliver.file(only);
    else deliver.zip(chosen.length === tree.files.length ? undefined : chosen.map((file) => file.id));
  };
  const size = formatSize(
    language,
    chosen.reduce((sum, file) => sum + file.size, 0),
  );
  return (
    <div className={chosen.length > 0 ? "chosen" : "chosen none"}>
      <p role="status">
        {chosen.length > 0 ? say("download-chosen", { count: chosen.length, size }) : say("download-choose-hint")}
      </p>
      {chosen.length > 0 ? (
        <div className="row">
          {isTooMuch ? (
            <p className="small">{say("download-too-many", { most: CHOSEN_MOST })}</p>
          ) : (
            <button type="button" className="button primary" onClick={get}>
              {say("download-selected")}
            </button>
          )}
          {save ? (
            <button type="button" className="button aside" onClick={() => save(chosen, false)} disabled={isSaving}>
              {say("download-save-to-folder")}
            </button>
          ) : null}
          <button type="button" className="button quiet" onClick={clear}>
            {say("download-clear")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "../texts/texts";
import { stepOf } from "./keys";
import { type RowActions, TreeRow } from "./TreeRow";
import { countTicks, offeredIn, tickOf } from "./ticks";
import { type Row, rowKey, type Tree } from "./tree";
import { useWindow } from "./window";

interface Props {
  tree: Tree;
  rows: Row[];
  ticks: ReadonlySet<string>;
  /** The file that is being asked for. */
  busyId: string | undefined;
  actions: RowActions;
}

const ROW_HEIGHT = 48;

/**
 * The files as a tree of rows. One stop of the Tab key for all rows: arrows move between them, left and right close and
 * open folders, the space bar ticks, Enter downloads.
 */
export const FileTree = memo(function FileTree({ tree, rows, ticks, busyId, actions }: Props) {
  const { say } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const { slice, reveal, isWhole } = useWindow(box, rows.length, ROW_HEIGHT);
  const [activeKey, setActiveKey] = useState("");
  const wantsFocus = useRef(false);
  const counts = useMemo(() => countTicks(tree, ticks), [tree, ticks]);
  const found = rows.findIndex((row) => rowKey(row) === activeKey);
  const active = found >= 0 ? found : 0;

  // Before the next key can come: it belongs to the row that the last one led to.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: !isWhole });
  });

  const goTo = useCallback(
    (index: number) => {
      const row = rows[index];
      if (!row) return;
      wantsFocus.current = true;
      setActiveKey(rowKey(row));
      reveal(index);
    },
    [rows, reveal],
  );

  const press = (event: KeyboardEvent<HTMLElement>) => {
    // Keys inside of a row belong to its buttons, but for the arrows that lead away from it.
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    const step = stepOf(event.key, rows, active, isOnRow);
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (step.kind === "go") goTo(step.index);
    else actions[step.kind](step.row);
  };

  const drawn = rows.slice(slice.from, slice.to);
  return (
    <div ref={box} className={isWhole ? "tree" : "tree windowed"}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows open is a treegrid.
        role="treegrid"
        aria-label={say("download-files")}
        aria-rowcount={rows.length}
        aria-multiselectable="true"
        onKeyDown={press}
      >
        <tbody
          style={
            isWhole ? undefined : { blockSize: rows.length * ROW_HEIGHT, paddingBlockStart: slice.from * ROW_HEIGHT }
          }
        >
          {drawn.map((row, offset) => (
            <TreeRow
              key={rowKey(row)}
              row={row}
              index={slice.from + offset}
              isActive={slice.from + offset === active}
              isBusy={row.kind === "file" && row.file.id === busyId}
              tick={row.kind === "folder" ? tickOf(counts, row.folder) : ticks.has(row.file.id) ? "all" : "none"}
              canTick={row.kind === "folder" ? offeredIn(counts, row.folder) > 0 : row.file.offer === "offered"}
              actions={actions}
              onActive={setActiveKey}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

import { memo } from "react";
import { formatNumber, formatSize, shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import type { Tick } from "./ticks";
import { type Row, rowKey } from "./tree";

export interface RowActions {
  toggle: (row: Row) => void;
  tick: (row: Row) => void;
  get: (row: Row) => void;
}

interface Props {
  row: Row;
  index: number;
  isActive: boolean;
  isBusy: boolean;
  tick: Tick;
  canTick: boolean;
  actions: RowActions;
  onActive: (key: string) => void;
}

/** One folder or file. Only the active row's buttons are stops of the Tab key. */
export const TreeRow = memo(function TreeRow(props: Props) {
  const { row, index, isActive, tick, canTick, actions, onActive } = props;
  const { say } = useTexts();
  const stop = isActive ? 0 : -1;
  const name = shownName(row.kind === "folder" ? row.folder.name : row.file.name);
  const expanded = row.kind === "folder" ? { "aria-expanded": row.isOpen } : {};
  return (
    <tr
      className="tree-row"
      data-index={index}
      aria-level={row.depth}
      aria-rowindex={index + 1}
      aria-selected={tick === "all"}
      tabIndex={stop}
      onFocus={() => onActive(rowKey(row))}
      {...expanded}
    >
      <td className="tree-tick">
        <input
          type="checkbox"
          aria-label={say("download-choose", { name })}
          tabIndex={stop}
          checked={tick === "all"}
          disabled={!canTick}
          ref={(box) => {
            if (box) box.indeterminate = tick === "some";
          }}
          onChange={() => actions.tick(row)}
        />
      </td>
      <td className="tree-main" style={{ paddingInlineStart: `${Math.min(row.depth - 1, 8) * 1.25}rem` }}>
        {row.kind === "folder" ? (
          <button
            type="button"
            className="tree-folder"
            aria-expanded={row.isOpen}
            tabIndex={stop}
            onClick={() => actions.toggle(row)}
          >
            <span className="tree-mark" aria-hidden="true" />
            <span className="tree-name" title={name}>
              {name}
            </span>
          </button>
        ) : (
          <FileName row={row} name={name} />
        )}
      </td>
      <SizeCell row={row} />
      <td className="tree-action">
        <GetButton {...props} name={name} stop={stop} />
      </td>
    </tr>
  );
});

function FileName({ row, name }: { row: Extract<Row, { kind: "file" }>; name: string }) {
  const { say } = useTexts();
  const { offer } = row.file;
  return (
    <span className="tree-file">
      <span className="tree-name" title={name}>
        {name}
      </span>
      {offer === "offered" ? null : <span className={`tree-state ${offer}`}>{say(`download-state-${offer}`)}</span>}
    </span>
  );
}

function SizeCell({ row }: { row: Row }) {
  const { say, language } = useTexts();
  const size = row.kind === "folder" ? row.folder.size : row.file.size;
  return (
    <td className="tree-size number soft" title={say("download-bytes", { bytes: formatNumber(language, size) })}>
      {formatSize(language, size)}
    </td>
  );
}

function GetButton({ row, isBusy, actions, name, stop }: Props & { name: string; stop: number }) {
  const { say } = useTexts();
  if (row.kind === "folder" || row.file.offer !== "offered") return null;
  return (
    <button
      type="button"
      className="button quiet tree-get"
      aria-label={say("download-get", { name })}
      title={say("download-one")}
      tabIndex={stop}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) actions.get(row);
      }}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <path
          d="M10 3v9m0 0 4-4m-4 4-4-4M4 16.5h12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}

import type { MouseEvent, ReactNode } from "react";
import { useSay } from "../texts/texts";
import { Checkbox } from "./choices";
import { classes } from "./classes";
import { Icon } from "./Icon";
import { isForBrowser, Link, useNavigateTo } from "./navigation";
import { allSelected, directionOf, nextSort, toggled, toggledAll } from "./rows";
import { Empty } from "./states";

export interface Column<T> {
  id: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The name that the server sorts by. */
  sort?: string | undefined;
  /** Numbers stand at the end, so that their digits stand below each other. */
  isNumber?: boolean | undefined;
  /** Cannot be left out by the reader. The first column leads to the row's own page. */
  isFixed?: boolean | undefined;
  /** Not shown until the reader asks for it. */
  isExtra?: boolean | undefined;
  /** The title is read out only, as above a column of buttons. */
  hideTitle?: boolean | undefined;
}

export interface TableProps<T> {
  /** What the rows are, for screen readers. */
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowId: (row: T) => string;
  /** How a row is called when it is ticked; its id when missing. */
  rowName?: ((row: T) => string) | undefined;
  /** `field` or `-field`, as the interface writes it. */
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** Where a row leads; or what opening it does. */
  href?: ((row: T) => string) | undefined;
  onOpen?: ((row: T) => void) | undefined;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((selected: Set<string>) => void) | undefined;
  /** Shown instead of the table when there are no rows on any page. */
  empty: ReactNode;
  /** The rows of all pages, where there are pages: an address may name one behind the last. */
  total?: number | undefined;
  /** Newer rows are on their way. */
  isBusy?: boolean | undefined;
}

/**
 * Rows that the server has sorted and paged. On narrow screens each row is a card.
 *
 * The roles are written out because browsers forget what a table is once its rows are laid out as cards.
 */
const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

export function Table<T>(props: TableProps<T>) {
  const { label, rows, columns, rowId, selected, onSelect, empty, total = 0, isBusy } = props;
  const say = useSay();
  if (rows.length === 0) return total > 0 ? <Empty title={say("kit-page-empty")} /> : <>{empty}</>;
  const ids = rows.map(rowId);
  return (
    <div className={classes("table-frame", isBusy && "busy")}>
      <table {...ROLE.table} className="table" aria-label={label} aria-busy={isBusy || undefined}>
        <thead {...ROLE.group}>
          <tr {...ROLE.row}>
            {selected && (
              <th {...ROLE.head} scope="col" className="select-cell">
                <SelectAll ids={ids} selected={selected} onSelect={onSelect} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.group}>
          {rows.map((row) => (
            <Row key={rowId(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SelectAll({
  ids,
  selected,
  onSelect,
}: {
  ids: string[];
  selected: ReadonlySet<string>;
  onSelect: ((selected: Set<string>) => void) | undefined;
}) {
  const say = useSay();
  const state = allSelected(ids, selected);
  return (
    <Checkbox
      label={say("kit-select-all")}
      hideLabel
      isSelected={state === "all"}
      isIndeterminate={state === "some"}
      onChange={() => onSelect?.(toggledAll(ids, selected))}
    />
  );
}

function Head<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const field = column.sort;
  const className = classes(column.isNumber && "end");
  if (!field || !onSort) {
    return (
      <th {...ROLE.head} scope="col" className={className}>
        <span className={column.hideTitle ? "hidden-text" : undefined}>{column.title}</span>
      </th>
    );
  }
  const direction = directionOf(sort, field);
  return (
    <th {...ROLE.head} scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => onSort(nextSort(sort, field))}>
        {column.title}
        <span className={direction === "none" ? "faint" : undefined}>
          <Icon name={direction === "descending" ? "down" : "up"} size={14} />
        </span>
      </button>
    </th>
  );
}

function Row<T>({ row, columns, rowId, rowName, href, onOpen, selected, onSelect }: TableProps<T> & { row: T }) {
  const say = useSay();
  const navigate = useNavigateTo();
  const id = rowId(row);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isForBrowser(event) || isControl(event.target) || window.getSelection()?.type === "Range") return;
    if (href) navigate(href(row));
    else onOpen?.(row);
  };
  const isSelected = selected?.has(id) ?? false;
  return (
    // The pointer may press anywhere in the row; for the keyboard the first cell holds a link or a button.
    <tr
      {...ROLE.row}
      className={classes((href || onOpen) && "opens", isSelected && "selected")}
      onClick={href || onOpen ? open : undefined}
    >
      {selected && (
        <td {...ROLE.cell} className="select-cell">
          <Checkbox
            label={say("kit-select-named", { name: rowName?.(row) ?? id })}
            hideLabel
            isSelected={isSelected}
            onChange={() => onSelect?.(toggled(selected, id))}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...ROLE.cell}
          data-title={column.hideTitle ? undefined : column.title}
          className={classes(index === 0 && "lead", column.isNumber && "end number")}
        >
          {index === 0 ? (
            <Opener href={href?.(row)} onOpen={onOpen && (() => onOpen(row))}>
              {column.render(row)}
            </Opener>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Opener({
  href,
  onOpen,
  children,
}: {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}) {
  if (href)
    return (
      <Link className="row-link" href={href}>
        {children}
      </Link>
    );
  if (onOpen)
    return (
      <button type="button" className="row-link" onClick={onOpen}>
        {children}
      </button>
    );
  return <>{children}</>;
}

/** A press on a control inside a row is for that control. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, select, textarea") !== null;
}

/** What the tables of the console reckon with; the words of `sort` are those of the interface. */
export type Direction = "ascending" | "descending" | "none";

export function directionOf(sort: string | undefined, field: string): Direction {
  if (sort === field) return "ascending";
  return sort === `-${field}` ? "descending" : "none";
}

/** The sort after a press on a column: ascending first, then the other way round. */
export function nextSort(sort: string | undefined, field: string): string {
  return sort === field ? `-${field}` : field;
}

export function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function allSelected(ids: readonly string[], selected: ReadonlySet<string>): "all" | "some" | "none" {
  const count = ids.filter((id) => selected.has(id)).length;
  if (count === 0) return "none";
  return count === ids.length ? "all" : "some";
}

/** Ticks all rows of the page, or none of them when all were ticked; rows of other pages stay as they are. */
export function toggledAll(ids: readonly string[], selected: ReadonlySet<string>): Set<string> {
  const isAll = allSelected(ids, selected) === "all";
  const next = new Set(selected);
  for (const id of ids) {
    if (isAll) next.delete(id);
    else next.add(id);
  }
  return next;
}

export interface PageRange {
  first: number;
  last: number;
  pages: number;
}

/** Which of `total` records a page shows, counted from 1. */
export function pageRange(page: number, limit: number, total: number): PageRange {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  return { first, last: Math.min(total, page * limit), pages };
}

interface ColumnChoice {
  id: string;
  isFixed?: boolean | undefined;
  isExtra?: boolean | undefined;
}

/** The columns that a reader wants to see; who has not chosen yet sees all but the extra ones. */
export function shownColumns<C extends ColumnChoice>(
  columns: readonly C[],
  chosen: readonly string[] | undefined,
): C[] {
  const isChosen = ({ id, isExtra }: C) => (chosen ? chosen.includes(id) : !isExtra);
  return columns.filter((column, index) => index === 0 || column.isFixed || isChosen(column));
}

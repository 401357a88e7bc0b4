import type { Row } from "./tree";

/** What a key does in the tree. */
export type Step = { kind: "go"; index: number } | { kind: "toggle" | "tick" | "get"; row: Row };

const PAGE = 10;

/** The row that a row lies in, or itself at the top. */
function parentOf(rows: Row[], index: number): number {
  const depth = rows[index]?.depth ?? 1;
  for (let place = index - 1; place >= 0; place -= 1) if ((rows[place]?.depth ?? 0) < depth) return place;
  return index;
}

/** As trees are used everywhere; `isOnRow` is false while a button within the row has the focus. */
export function stepOf(key: string, rows: Row[], active: number, isOnRow: boolean): Step | undefined {
  const row = rows[active];
  if (!row) return undefined;
  const last = rows.length - 1;
  const go = (index: number): Step => ({ kind: "go", index: Math.max(0, Math.min(last, index)) });
  switch (key) {
    case "ArrowDown":
      return go(active + 1);
    case "ArrowUp":
      return go(active - 1);
    case "PageDown":
      return go(active + PAGE);
    case "PageUp":
      return go(active - PAGE);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "ArrowRight":
      if (row.kind === "file") return undefined;
      return row.isOpen ? go(active + 1) : { kind: "toggle", row };
    case "ArrowLeft":
      return row.kind === "folder" && row.isOpen ? { kind: "toggle", row } : go(parentOf(rows, active));
    case " ":
      return isOnRow ? { kind: "tick", row } : undefined;
    case "Enter":
      return isOnRow ? { kind: row.kind === "folder" ? "toggle" : "get", row } : undefined;
    default:
      return undefined;
  }
}

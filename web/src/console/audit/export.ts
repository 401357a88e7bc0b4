import type { Schemas } from "../../api/client";

export type AuditLine = Schemas["AuditLine"];

const COLUMNS = ["sequence", "at", "actor", "credential", "address", "action", "object", "detail", "hash"] as const;

/** Spreadsheets run what begins like a formula; a quote before it makes it text. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line each, with a first line of names, as spreadsheets read it. */
export function auditCsv(lines: readonly AuditLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => cell(line[column])).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

export function auditJson(lines: readonly AuditLine[]): string {
  return `${JSON.stringify(lines, null, 2)}\n`;
}

interface Page {
  metadata: { total: number };
  records: AuditLine[];
}

/**
 * All lines, page by page, oldest first. Lines that are written meanwhile push others to the next page, so each is
 * taken once, by its number.
 */
export async function allLines(
  load: (page: number) => Promise<Page>,
  tell: (read: number, total: number) => void,
): Promise<AuditLine[]> {
  const lines = new Map<number, AuditLine>();
  for (let page = 1; ; page += 1) {
    const { metadata, records } = await load(page);
    for (const line of records) lines.set(line.sequence, line);
    tell(lines.size, Math.max(metadata.total, lines.size));
    if (records.length === 0 || lines.size >= metadata.total) break;
  }
  return [...lines.values()].sort((left, right) => left.sequence - right.sequence);
}

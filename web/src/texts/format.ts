import type { Language } from "./languages";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/** `41.2 GB`: powers of a thousand, as file managers count, in the reader's own writing. */
export function formatSize(language: Language, bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.95 && unit + 1 < UNITS.length) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[unit] ?? "byte",
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  }).format(value);
}

export function formatNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

export function formatPercent(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** The interface writes "never" as the zero date; pages say nothing, or a word of their own. */
export function isNever(time: string | null | undefined): boolean {
  return !time || time.startsWith("0001-01-01");
}

/** With the zone, because sender and recipient may live in different ones. */
export function formatMoment(language: Language, time: string): string {
  return new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}

export function formatDay(language: Language, time: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(time));
}

/** A file name as it may be shown: marks that turn the writing direction would let `exe.gpj` pass for `jpg.exe`. */
export function shownName(name: string): string {
  return name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

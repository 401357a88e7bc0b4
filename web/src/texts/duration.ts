import type { Language } from "./languages";

/** A length of time as people say it: coarser the longer it is, because nobody plans by the second for hours ahead. */
export function formatDuration(language: Language, seconds: number): string {
  const write = (unit: string, value: number) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const minutes = Math.round(seconds / 60);
  if (seconds < 55) return write("second", Math.max(5, Math.ceil(seconds / 5) * 5));
  if (minutes < 60) return write("minute", minutes);
  const coarse = Math.round(seconds / 300) * 5;
  if (coarse < 24 * 60)
    return both(write("hour", Math.floor(coarse / 60)), coarse % 60, (rest) => write("minute", rest));
  const hours = Math.round(seconds / 3600);
  return both(write("day", Math.floor(hours / 24)), hours % 24, (rest) => write("hour", rest));
}

const both = (whole: string, rest: number, write: (rest: number) => string): string =>
  rest > 0 ? `${whole} ${write(rest)}` : whole;

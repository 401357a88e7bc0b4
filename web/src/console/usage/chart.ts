import type { UsageDay } from "./usage";

/** What of a day a chart shows. */
export type Measure = "stored_bytes" | "uploaded_bytes" | "downloaded_bytes" | "forwarded_bytes" | "packages";

export interface Bar {
  day: string;
  value: number;
  /** Parts of the chart's width and height, 0 to 1, from the left and the bottom. */
  start: number;
  width: number;
  height: number;
}

/**
 * The line that the highest bar must not pass, and the lines below it: whole steps of 1, 2 or 5 times a power of
 * ten, so that people can read them.
 */
export function scale(highest: number): { top: number; lines: number[] } {
  if (highest <= 0) return { top: 1, lines: [0] };
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  // Nothing is counted in fractions: neither bytes nor packages.
  const step = Math.max(1, factor * power);
  const count = Math.ceil(highest / step);
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** One bar for each day, evenly apart. The lowest value above nothing still shows. */
export function bars(days: readonly UsageDay[], measure: Measure, top: number): Bar[] {
  const share = 1 / Math.max(1, days.length);
  const gap = days.length > 100 ? 0.1 : 0.25;
  return days.map((day, index) => {
    const value = Math.max(0, day[measure]);
    return {
      day: day.day,
      value,
      start: (index + gap / 2) * share,
      width: share * (1 - gap),
      height: value === 0 ? 0 : Math.max(0.008, value / top),
    };
  });
}

/** Which days are written below the bars: the first, the last, and as many between as have room. */
export function labelledDays(count: number, most: number): number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const places = Math.min(most, count);
  const labels = Array.from({ length: places }, (_, index) => Math.round((index * (count - 1)) / (places - 1)));
  return [...new Set(labels)];
}

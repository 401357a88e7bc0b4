/** A day of a Team, in UTC, as the interface counts it. */
export interface UsageDay {
  day: string;
  stored_bytes: number;
  uploaded_bytes: number;
  downloaded_bytes: number;
  forwarded_bytes: number;
  packages: number;
}

/** How many days back people look. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export function periodOf(search: Record<string, unknown>): Period {
  return PERIODS.find((days) => String(days) === String(search.days)) ?? 30;
}

const DAY = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** First and last day of the period that ends today, both counted. */
export function periodDays(period: Period, now: Date): { from: string; to: string } {
  return { from: dayText(now.getTime() - (period - 1) * DAY), to: dayText(now.getTime()) };
}

const EMPTY = { uploaded_bytes: 0, downloaded_bytes: 0, forwarded_bytes: 0, packages: 0 };

/**
 * Every day of the period, in order. A day that the server does not name had no transfer, and as much stored as the
 * day before it.
 */
export function everyDay(days: readonly UsageDay[], from: string, to: string): UsageDay[] {
  const known = new Map(days.map((day) => [day.day.slice(0, 10), day]));
  const all: UsageDay[] = [];
  let stored = 0;
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    const day = dayText(time);
    const found = known.get(day);
    stored = found?.stored_bytes ?? stored;
    all.push(found ? { ...found, day } : { day, stored_bytes: stored, ...EMPTY });
  }
  return all;
}

export interface Totals {
  uploaded: number;
  downloaded: number;
  forwarded: number;
  packages: number;
}

export function totals(days: readonly UsageDay[]): Totals {
  const sum = (pick: (day: UsageDay) => number) => days.reduce((total, day) => total + pick(day), 0);
  return {
    uploaded: sum((day) => day.uploaded_bytes),
    downloaded: sum((day) => day.downloaded_bytes),
    forwarded: sum((day) => day.forwarded_bytes),
    packages: sum((day) => day.packages),
  };
}

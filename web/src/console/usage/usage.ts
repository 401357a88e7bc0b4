import type { Schemas } from "../../api/client";
import type { Search } from "../address";

/** A day of a Team, in UTC, as the interface counts it. */
export type UsageDay = Schemas["UsageDay"];

/** How many days back people look. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

export function periodOf(search: Search): Period {
  return PERIODS.find((days) => String(days) === search.days) ?? 30;
}

const DAY = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** First and last day of the period that ends today, both counted. */
export function periodDays(period: Period, now: Date): { from: string; to: string } {
  return { from: dayText(now.getTime() - (period - 1) * DAY), to: dayText(now.getTime()) };
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

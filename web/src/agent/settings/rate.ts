import type { Schemas } from "../api";

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type DayName = (typeof DAYS)[number];
export type Schedule = Schemas["Schedule"];

export interface RateValues {
  enabled: boolean;
  /** Megabits per second, as lines are sold. */
  megabits: number | undefined;
  schedule_enabled: boolean;
  schedule: Schedule;
}

const MEGABIT = 1_000_000;

export function rateValues(limit: Schemas["RateLimit"]): RateValues {
  const { enabled, rate_limit_bps, schedule_enabled, schedule } = limit;
  return { enabled, megabits: rate_limit_bps > 0 ? rate_limit_bps / MEGABIT : undefined, schedule_enabled, schedule };
}

export function rateBody({ enabled, megabits, schedule_enabled, schedule }: RateValues): Schemas["WriteRateLimit"] {
  const body: Schemas["WriteRateLimit"] = { enabled, schedule_enabled, schedule };
  // Without a number the one that is kept stays, so that switching off forgets nothing.
  return megabits === undefined ? body : { ...body, rate_limit_bps: Math.round(megabits * MEGABIT) };
}

/** The name of a day in the reader's language. */
export function dayName(language: string, day: DayName): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + DAYS.indexOf(day)));
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(date);
}

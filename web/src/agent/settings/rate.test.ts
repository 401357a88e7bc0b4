import { describe, expect, it } from "vitest";
import { dayName, rateBody, rateValues, type Schedule } from "./rate";

const DAY = { enabled: true, start: "08:00", end: "18:00" };
const SCHEDULE: Schedule = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: DAY, sun: DAY };

describe("rate limits", () => {
  it("are shown in megabits and kept in bits", () => {
    const values = rateValues({
      enabled: true,
      rate_limit_bps: 12_500_000,
      schedule_enabled: false,
      schedule: SCHEDULE,
    });
    expect(values.megabits).toBe(12.5);
    expect(rateBody(values).rate_limit_bps).toBe(12_500_000);
  });

  it("keep their number when none is given", () =>
    expect(
      rateBody({ enabled: false, megabits: undefined, schedule_enabled: false, schedule: SCHEDULE }),
    ).not.toHaveProperty("rate_limit_bps"));

  it("name days in the reader's language", () => {
    expect(dayName("de", "mon")).toBe("Montag");
    expect(dayName("en", "sun")).toBe("Sunday");
  });
});

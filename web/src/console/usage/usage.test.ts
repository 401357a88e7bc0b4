import { describe, expect, it } from "vitest";
import { bars, labelledDays, scale } from "./chart";
import { periodDays, periodOf, totals, type UsageDay } from "./usage";

const day = (name: string, stored: number, uploaded = 0): UsageDay => ({
  day: name,
  stored_bytes: stored,
  uploaded_bytes: uploaded,
  downloaded_bytes: 0,
  forwarded_bytes: 0,
  packages: uploaded > 0 ? 1 : 0,
});

describe("periods", () => {
  it.each([
    ["90", 90],
    ["365", 365],
    ["12", 30],
    [undefined, 30],
  ])("%s in the address is %d days", (days, period) => expect(periodOf(days ? { days } : {})).toBe(period));

  it("end today and count both ends", () => {
    expect(periodDays(7, new Date("2026-11-15T23:59:00.000Z"))).toEqual({ from: "2026-11-09", to: "2026-11-15" });
  });
});

it("adds the days up", () => {
  const days = [day("2026-11-13", 5, 5), day("2026-11-14", 5), day("2026-11-15", 9, 4)];
  expect(totals(days)).toEqual({ uploaded: 9, downloaded: 0, forwarded: 0, packages: 2 });
});

describe("charts", () => {
  it.each([
    [0, 1, [0]],
    [1, 1, [0, 1]],
    [7, 8, [0, 2, 4, 6, 8]],
    [100, 100, [0, 50, 100]],
    [41_200_000_000, 60_000_000_000, [0, 20_000_000_000, 40_000_000_000, 60_000_000_000]],
  ])("up to %d the scale ends at %d", (highest, top, lines) => expect(scale(highest)).toEqual({ top, lines }));

  it("never passes its scale, and shows the smallest value", () => {
    const drawn = bars([day("a", 0), day("b", 1), day("c", 1_000_000)], "stored_bytes", 1_000_000);
    expect(drawn.map((bar) => bar.height)).toEqual([0, 0.008, 1]);
    const last = drawn[2];
    expect((last?.start ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(1);
  });

  it.each([
    [0, []],
    [1, [0]],
    [7, [0, 2, 4, 6]],
    [3, [0, 1, 2]],
    [365, [0, 121, 243, 364]],
  ])("of %d days writes %j", (count, labels) => expect(labelledDays(count, 4)).toEqual(labels));
});

import { describe, expect, it } from "vitest";
import { addressTime, dayEnd, dayStart, fieldTime } from "./time";

describe("times in fields", () => {
  it("come back as they went", () => {
    const time = "2026-11-15T10:30:00.000Z";
    expect(addressTime(fieldTime(time))).toBe(time);
  });
  it.each(["", "soon"])("%j is no time", (text) => {
    expect(fieldTime(text)).toBe("");
    expect(addressTime(text)).toBe("");
  });
  it("a day lasts until its last millisecond", () => {
    expect(Date.parse(dayEnd("2026-11-15")) - Date.parse(dayStart("2026-11-15"))).toBe(86_400_000 - 1);
    expect(dayStart("")).toBe("");
    expect(dayEnd("")).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { grouped, timeZones } from "./zones";

describe("time zones", () => {
  it("hold UTC, the known ones and the one in use", () => {
    const zones = timeZones("Mars/Olympus");
    expect(zones).toEqual(expect.arrayContaining(["UTC", "Europe/Berlin", "Mars/Olympus"]));
    expect(new Set(zones).size).toBe(zones.length);
  });
});

describe("secrets to be typed", () => {
  it.each([
    ["JBSWY3DPEHPK3PXP", "JBSW Y3DP EHPK 3PXP"],
    ["ABCDE", "ABCD E"],
    ["AB CD", "ABCD"],
    ["", ""],
  ])("%s is shown as %s", (secret, shown) => expect(grouped(secret)).toBe(shown));
});

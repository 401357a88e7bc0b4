import { describe, expect, it } from "vitest";
import { formatDuration } from "./duration";

describe("durations", () => {
  it.each([
    [0, "5 sec"],
    [31, "35 sec"],
    [58, "1 min"],
    [840, "14 min"],
    [3590, "1 hr"],
    [3600 + 20 * 60, "1 hr 20 min"],
    [7190, "2 hr"],
    [86_390, "1 day"],
    [90_000, "1 day 1 hr"],
  ])("%d seconds are %s", (seconds, shown) => expect(formatDuration("en", seconds)).toBe(shown));
});

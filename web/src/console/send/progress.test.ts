import { describe, expect, it } from "vitest";
import { formatLeft, nameAfter, quarterOf, secondsUntil, shareOf } from "./progress";

const counts = { files: 4, folders: 0, done: 1, failed: 0, refused: 0, missing: 0, paused: 0 };

describe("progress", () => {
  it.each([
    [{ sentBytes: 50, totalBytes: 200, counts }, 0.25],
    [{ sentBytes: 300, totalBytes: 200, counts }, 1],
    [{ sentBytes: 0, totalBytes: 0, counts }, 0.25],
    [{ sentBytes: 0, totalBytes: 0, counts: { ...counts, files: 0 } }, 0],
  ])("%j is %d", (upload, share) => expect(shareOf(upload)).toBe(share));

  it.each([
    [10, undefined],
    [29, undefined],
    [31, "1 min"],
    [840, "14 min"],
    [3600, "1 hr"],
    [7_800, "2 hr, 10 min"],
  ])("%d seconds are %s", (seconds, text) => expect(formatLeft("en", seconds)).toBe(text));

  it.each([
    [0, 0],
    [0.24, 0],
    [0.3, 0.25],
    [0.99, 0.75],
    [1, 1],
  ])("%d has reached %d", (share, quarter) => expect(quarterOf(share)).toBe(quarter));

  it("counts down to nothing", () => {
    expect(secondsUntil(10_500, 9_000)).toBe(2);
    expect(secondsUntil(1_000, 9_000)).toBe(0);
  });
});

describe("the name of a package", () => {
  const item = (path: string, name: string, state: "listed" | "refused" = "listed") => ({ path, name, state });
  it.each([
    [[], ""],
    [[item("", "a.mov")], "a.mov"],
    [[item("Day 4/A", "a.mov")], "Day 4"],
    [[item("", "bad.exe", "refused"), item("", "a.mov")], "a.mov"],
  ])("%j", (items, name) => expect(nameAfter(items)).toBe(name));
});

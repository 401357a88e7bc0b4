import { describe, expect, it } from "vitest";
import { sliceOf } from "./window";

describe("rows in sight", () => {
  it.each([
    [0, 480, 2000, { from: 0, to: 18 }],
    [4800, 480, 2000, { from: 92, to: 118 }],
    [95_520, 480, 2000, { from: 1982, to: 2000 }],
    // The list became shorter than what was scrolled.
    [96_000, 480, 3, { from: 3, to: 3 }],
  ])("scrolled %d, %d high, of %d", (scrolled, height, count, slice) =>
    expect(sliceOf(scrolled, height, 48, count)).toEqual(slice),
  );
});

import { describe, expect, it } from "vitest";
import { bytesOf, shownSize } from "./sizes";

describe("limits", () => {
  it.each([
    [0, 0, "GB"],
    [1_500_000, 1.5, "MB"],
    [500_000, 0.5, "MB"],
    [50_000_000_000, 50, "GB"],
    [15_000_000_000_000, 15, "TB"],
  ])("%d bytes are %d %s, and back", (bytes, amount, unit) => {
    expect(shownSize(bytes)).toEqual({ amount, unit });
    expect(bytesOf(shownSize(bytes))).toBe(bytes);
  });
});

import { expect, it } from "vitest";
import { rowsInSight } from "./window";

it.each([
  [0, 0, 0, 0],
  [3, 0, 0, 3],
  [50_000, 0, 0, 15],
  [50_000, 64_000, 995, 1015],
  [50_000, 64 * 50_000, 49_995, 50_000],
])("of %d rows at %d: %d to %d", (count, scrolled, first, end) => {
  expect(rowsInSight(count, 64, scrolled, 640)).toEqual({ first, end });
});

import { describe, expect, it } from "vitest";
import { MEBIBYTE } from "./plan";
import { Window } from "./window";

const PART = 8 * MEBIBYTE;

/** Sends parts for a while on a line whose speed follows from how many are in flight; how many are, at the end. */
function settle(speedOf: (parts: number) => number, seconds = 300): number {
  const window = new Window(5);
  const allowed = (speed: number) => {
    let parts = 0;
    while (window.allows({ parts, bytes: parts * PART }, PART, speed)) parts += 1;
    return parts;
  };
  const seen: number[] = [];
  let speed = 0;
  for (let now = 0; now < seconds * 1000; now += 250) {
    const parts = allowed(speed);
    speed = speedOf(parts);
    window.moved(speed / 4, now);
    if (now > seconds * 900) seen.push(parts);
  }
  // A trial may be running: what counts is what it is most of the time.
  return seen.sort()[Math.floor(seen.length / 2)] ?? 0;
}

describe("how many parts are in flight", () => {
  it.each([
    ["one on a line of 2 Mbit/s", () => 250_000, 1],
    ["two on one of 20 Mbit/s", () => 2_500_000, 2],
    ["all on one of a gigabit", () => 125_000_000, 5],
    ["all on a long line, where each alone is slow", (parts: number) => parts * 1_000_000, 5],
    ["all on a very long one", (parts: number) => parts * 300_000, 5],
  ])("%s", (_, speedOf, parts) => {
    expect(settle(speedOf)).toBe(parts);
  });

  it("two before anything is known of the line, and small ones all at once", () => {
    const window = new Window(5);
    expect(window.allows({ parts: 1, bytes: PART }, PART, 0)).toBe(true);
    expect(window.allows({ parts: 2, bytes: 2 * PART }, PART, 0)).toBe(false);
    expect(window.allows({ parts: 4, bytes: 4_000 }, 1_000, 0)).toBe(true);
    expect(window.allows({ parts: 5, bytes: 5_000 }, 1_000, 0)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { Speedometer } from "./speedometer";

/** Plays a line and asks once a second, as people look. */
function play(total: number, burst: (millisecond: number) => number, step: number): number[] {
  const meter = new Speedometer();
  meter.start(0);
  let sent = 0;
  const told: number[] = [];
  for (let now = step; sent < total && now < 3_600_000; now += step) {
    const bytes = Math.min(total - sent, burst(now));
    sent += bytes;
    if (bytes) meter.add(bytes, now);
    if (now % 1000 < step) {
      const seconds = meter.secondsLeft(total - sent, now);
      if (seconds !== undefined) told.push(seconds);
    }
  }
  return told;
}

const SPEED = 10_000_000;

describe("the time left on a steady line", () => {
  it.each([
    ["smooth", 100, () => SPEED / 10],
    ["in bursts of a second", 100, (now: number) => (now % 1000 < 100 ? SPEED : 0)],
    ["in bursts of three seconds", 100, (now: number) => (now % 3000 < 100 ? SPEED * 3 : 0)],
    ["wavering by half", 100, (now: number) => (SPEED / 10) * (1 + 0.5 * Math.sin(now / 900))],
    ["with a hiccup of two seconds", 100, (now: number) => (now % 20_000 > 18_000 ? 0 : SPEED / 9)],
  ])("%s never jumps by more than a third", (_, step, burst) => {
    const told = play(SPEED * 120, burst, step);
    expect(told.length).toBeGreaterThan(60);
    told.slice(1).forEach((seconds, index) => {
      const before = told[index] ?? 0;
      // In the last seconds a third is less than the second that passed anyhow.
      if (before > 5) expect(Math.abs(seconds - before) / before).toBeLessThan(1 / 3);
    });
  });

  it("is true", () => {
    const told = play(SPEED * 120, () => SPEED / 10, 100);
    expect(told[30]).toBeGreaterThan(70);
    expect(told[30]).toBeLessThan(100);
  });
});

describe("the speed", () => {
  it("is silent at first, and 0 when nothing moves", () => {
    const meter = new Speedometer();
    meter.start(1_000);
    expect(meter.secondsLeft(100, 1_500)).toBeUndefined();
    expect(meter.bytesPerSecond(2_000)).toBe(0);
    meter.add(1_000, 2_000);
    expect(meter.bytesPerSecond(3_000)).toBe(500);
    expect(meter.bytesPerSecond(60_000)).toBe(0);
    expect(meter.secondsLeft(100, 60_000)).toBeUndefined();
  });

  it("is never less than nothing, also when a part is lost", () => {
    const meter = new Speedometer();
    meter.start(0);
    meter.add(100, 100);
    meter.add(-5_000, 600);
    expect(meter.bytesPerSecond(1_000)).toBe(0);
  });

  it("follows a line that changes within seconds", () => {
    const meter = new Speedometer();
    meter.start(0);
    for (let now = 0; now < 30_000; now += 250) meter.add(250_000, now);
    for (let now = 30_000; now < 45_000; now += 250) meter.add(25_000, now);
    expect(meter.bytesPerSecond(45_000)).toBeLessThan(110_000);
  });
});

describe("who is told only how much there is in all", () => {
  it("learns the speed of what came since the first number", () => {
    const meter = new Speedometer();
    for (let now = 0; now <= 5_000; now += 1_000) meter.note(7_000_000 + now, now);
    expect(meter.bytesPerSecond(5_000)).toBe(1_000);
    expect(meter.secondsLeft(10_000, 5_000)).toBe(10);
  });

  it("begins anew when bytes are taken back, and after a pause", () => {
    const meter = new Speedometer();
    meter.note(1_000, 0);
    meter.note(9_000, 5_000);
    meter.note(100, 6_000);
    expect(meter.bytesPerSecond(7_000)).toBe(0);
    meter.note(600, 7_000);
    meter.start(60_000);
    meter.note(900_000, 61_000);
    expect(meter.bytesPerSecond(65_000)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { Speed } from "./speed";

function run(rates: number[]): { speed: Speed; lefts: number[] } {
  const speed = new Speed();
  const lefts: number[] = [];
  let bytes = 0;
  rates.forEach((rate, second) => {
    bytes += rate;
    speed.note(second * 1000, bytes);
    const left = speed.secondsLeft(second * 1000, 1_000_000 - bytes);
    if (left !== undefined) lefts.push(left);
  });
  return { speed, lefts };
}

describe("speed", () => {
  it("says nothing in the first seconds", () => expect(run([10, 10]).speed.perSecond()).toBeUndefined());

  it("is the mean of the last seconds", () => {
    const { speed } = run([...Array<number>(30).fill(5000), ...Array<number>(13).fill(1000)]);
    expect(speed.perSecond()).toBe(1000);
  });

  it("leaves no jump of more than a third on a steady line", () => {
    const { lefts } = run(Array.from({ length: 60 }, (_, second) => (second % 2 ? 14_000 : 6_000)));
    for (let index = 1; index < lefts.length; index += 1) {
      const [before, after] = [lefts[index - 1] ?? 0, lefts[index] ?? 0];
      expect(Math.abs(after - before)).toBeLessThan(before / 3);
    }
  });

  it("begins anew when bytes are taken back", () => {
    const speed = new Speed();
    speed.note(0, 1000);
    speed.note(5000, 100);
    expect(speed.perSecond()).toBeUndefined();
  });
});

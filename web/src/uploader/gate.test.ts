import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gate, Gates } from "./gate";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** With the longest sleeps that chance allows. */
const gate = () =>
  new Gate(
    () => undefined,
    () => 1,
  );
const left = (each: Gate) => (each.waiting ? each.waiting.until - Date.now() : 0);

describe("a gate", () => {
  it("is open until something fails, and doubles its wait up to half a minute", () => {
    const one = gate();
    expect(one.waiting).toBeUndefined();
    const waits = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      one.fail(performance.now(), "network");
      waits.push(left(one));
      vi.advanceTimersByTime(left(one) + 1);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("counts failures of one outage once", () => {
    const one = gate();
    const begun = performance.now();
    for (let request = 0; request < 6; request++) one.fail(begun, "network");
    expect(left(one)).toBe(1_000);
  });

  it("begins anew after a success", () => {
    const one = gate();
    one.fail(performance.now(), "network");
    vi.advanceTimersByTime(5_000);
    one.succeed();
    one.fail(performance.now(), "network");
    expect(left(one)).toBe(1_000);
  });

  it("waits as long as it is told to", () => {
    const one = gate();
    one.fail(performance.now(), "busy", 45);
    expect(left(one)).toBe(45_000);
    expect(one.waiting?.reason).toBe("busy");
  });

  it("lets everybody through at the same time", async () => {
    const one = gate();
    one.fail(performance.now(), "network");
    const passed: number[] = [];
    for (const each of [1, 2, 3]) void one.pass().then(() => passed.push(each));
    await vi.advanceTimersByTimeAsync(999);
    expect(passed).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(passed).toEqual([1, 2, 3]);
  });

  it("opens at once when someone says so", async () => {
    const one = gate();
    one.fail(performance.now(), "network", 600);
    const passed = one.pass();
    one.open();
    await expect(passed).resolves.toBeUndefined();
    expect(one.waiting).toBeUndefined();
  });

  it("lets go of those who no longer want to pass", async () => {
    const one = gate();
    const control = new AbortController();
    one.fail(performance.now(), "network");
    const passed = one.pass(control.signal);
    control.abort();
    await expect(passed).rejects.toThrow();
    await expect(one.pass(AbortSignal.abort())).rejects.toThrow();
  });

  it("keeps chance between half and all of the wait", () => {
    const short = new Gate(
      () => undefined,
      () => 0,
    );
    short.fail(performance.now(), "network");
    expect(left(short)).toBe(500);
  });
});

describe("gates", () => {
  it("tell the longest wait, and each origin has its own", () => {
    let changes = 0;
    const all = new Gates(() => {
      changes += 1;
    });
    all.of("a").fail(performance.now(), "busy", 5);
    all.of("b").fail(performance.now(), "storage", 9);
    expect(all.waiting).toEqual({ reason: "storage", until: Date.now() + 9_000 });
    expect(all.of("c").waiting).toBeUndefined();
    all.blame("network");
    expect(all.waiting?.reason).toBe("network");
    all.open();
    expect(all.waiting).toBeUndefined();
    expect(changes).toBeGreaterThan(3);
  });
});

import { describe, expect, it, vi } from "vitest";
import { once, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import { big, isOver, PARTS, Story, settled } from "./story";

const story = Story.forEachTest();

describe("pause and resume", () => {
  it("send nothing twice", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big()]);
    await story.until(uploader, () => story.world.count(PARTS) >= 7);
    uploader.pause();
    expect(uploader.snapshot().phase).toBe("pausing");
    const { sentBytes } = uploader.snapshot();
    const paused = await story.until(uploader, ({ phase }) => phase === "paused");
    // What was under way arrived, so that nothing is lost and the bar never goes back.
    expect(paused.sentBytes).toBeGreaterThanOrEqual(sentBytes);
    expect(paused.safeBytes).toBe(paused.sentBytes);
    const sent = story.world.count(PARTS);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(story.world.count(PARTS)).toBe(sent);
    expect(story.world.awake).toBe(0);
    uploader.resume();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.count(PARTS)).toBe(10);
    expect(uploader.snapshot().sentBytes).toBe(80 * MEBIBYTE);
  });

  it("of one file leave the others alone", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big("a"), big("b")]);
    await story.until(uploader, () => story.world.count(PARTS) >= 3);
    const [first] = uploader.snapshot().items;
    uploader.pause(first?.id);
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    expect(uploader.snapshot().counts).toMatchObject({ done: 1, paused: 1 });
    uploader.resume(first?.id);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.count(PARTS)).toBe(20);
  });

  it("without a network does not wait for it", async () => {
    const uploader = await story.begin([big()]);
    await story.until(uploader, () => story.world.count(PARTS) >= 3);
    story.world.faults = [(request) => (PARTS.test(request) ? 0 : undefined)];
    await story.until(uploader, ({ waiting }) => waiting !== undefined);
    uploader.pause();
    await story.until(uploader, ({ phase }) => phase === "paused", 2);
    story.world.faults = [];
    uploader.resume();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
  });

  it("and a line that breaks never take back what counts as safe", async () => {
    story.world.bytesPerSecond = 1_000_000;
    story.world.faults = [once(PARTS, 0, 3), once(/partNumber=7&/, "lost-reply")];
    const uploader = await story.begin([big()]);
    let safe = 0;
    let [most, worst] = [0, 0];
    uploader.subscribe(() => {
      const { safeBytes, sentBytes } = uploader.snapshot();
      expect(safeBytes).toBeGreaterThanOrEqual(safe);
      expect(sentBytes).toBeGreaterThanOrEqual(safeBytes);
      [safe, most] = [safeBytes, Math.max(most, sentBytes)];
      worst = Math.max(worst, most - sentBytes);
    });
    for (const seconds of [3, 5, 7]) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      uploader.pause();
      await story.until(uploader, ({ phase }) => phase === "paused");
      uploader.resume();
    }
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    // Two parts were under way at most, on a line whose speed was not known when the file was begun.
    expect(worst).toBeLessThanOrEqual(16 * MEBIBYTE);
    expect(safe).toBe(80 * MEBIBYTE);
  });

  it("before what is under way has arrived is no pause", async () => {
    story.world.bytesPerSecond = 1_000_000;
    const uploader = await story.begin([big()]);
    await story.until(uploader, () => story.world.count(PARTS) >= 2);
    uploader.pause();
    uploader.resume();
    expect(uploader.snapshot().phase).toBe("sending");
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.count(PARTS)).toBe(10);
  });

  it("of a file that waits for its turn", async () => {
    const uploader = await story.begin([sparse("a", 10), sparse("b", 10)]);
    const second = uploader.snapshot().items[1]?.id;
    uploader.pause(second);
    uploader.resume(second);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.files.size).toBe(2);
  });
});

describe("rules", () => {
  const rules = { fileTypes: [".mov"], maxFileCount: 2, maxFileSize: 100 };

  it("are told at once, and one bad file does not stop the others", async () => {
    const uploader = story.upload({ rules });
    await uploader.addFiles([
      sparse("a.mov", 1),
      sparse("b.exe", 1),
      sparse("c.mov", 101),
      sparse("d.mov", 1),
      sparse("e.mov", 1),
    ]);
    const { items, counts } = uploader.snapshot();
    expect(items.map(({ fault }) => fault?.kind)).toEqual([undefined, "type", "size", undefined, "count"]);
    expect(counts).toMatchObject({ files: 2, refused: 3 });
    await uploader.start();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect([...story.world.files.values()].map(({ name }) => name)).toEqual(["a.mov", "d.mov"]);
  });

  it("let another in when one goes", async () => {
    const uploader = story.upload({ rules });
    await uploader.addFiles(["a.mov", "b.mov", "c.mov"].map((name) => sparse(name, 1)));
    uploader.remove(uploader.snapshot().items[0]?.id ?? 0);
    expect(uploader.snapshot().items.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "b.mov listed",
      "c.mov listed",
    ]);
  });

  it("throw all refused out at once", async () => {
    const uploader = story.upload({ rules });
    await uploader.addFiles([sparse("a.exe", 1), sparse("a.mov", 1), sparse("b.exe", 1)]);
    uploader.removeRefused();
    expect(uploader.snapshot().items).toHaveLength(1);
    expect(uploader.snapshot().totalBytes).toBe(1);
  });

  it("take the same file once, and another of the same name not at all", async () => {
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 1), sparse("a", 1), sparse("a", 2)]);
    expect(uploader.snapshot().items.map(({ fault }) => fault?.kind)).toEqual([undefined, "duplicate"]);
  });

  it("of the server are told by its own words", async () => {
    story.world.refuseFile = (name) => (name === "b" ? "this Portal refuses b" : undefined);
    const uploader = await story.begin([sparse("a", 1), sparse("b", 1)]);
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    expect(uploader.snapshot().items[1]?.fault).toEqual({ kind: "refused", message: "this Portal refuses b" });
    uploader.removeFailed();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
  });
});

describe("what cannot be mended is said", () => {
  it.each([
    ["NotReadableError", "changed"],
    ["NotFoundError", "unreadable"],
  ])("a file with %s while it is sent", async (name, kind) => {
    const file = big();
    const uploader = await story.begin([file, sparse("b", 3)]);
    await story.until(uploader, () => story.world.count(PARTS) >= 1);
    const broken = { arrayBuffer: () => Promise.reject(new DOMException("", name)) };
    const slice = (start = 0, end = 0) => ({ size: end - start, slice: () => broken });
    Object.assign(file, { slice });
    story.world.faults = [(request) => (/partNumber=[89]&/.test(request) ? 0 : undefined)];
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    expect(uploader.snapshot().items[0]).toMatchObject({ state: "failed", fault: { kind } });
    expect(uploader.snapshot().counts.done).toBe(1);
  });

  it("a storage that hides its tags", async () => {
    story.world.hidesEtag = true;
    const uploader = await story.begin([big()]);
    expect((await story.until(uploader, isOver)).fault?.kind).toBe("etag-hidden");
    expect(story.world.state).toBe("new");
    expect(story.world.count(/^DELETE/)).toBe(0);
  });

  it("a plain PUT needs no tag", async () => {
    story.world.hidesEtag = true;
    expect((await story.until(await story.begin([sparse("a", 5)]), isOver)).phase).toBe("done");
  });

  it("a storage that refuses for good, and retry goes on", async () => {
    let isRefusing = true;
    story.world.faults = [(request) => (isRefusing && /partNumber=3&/.test(request) ? 400 : undefined)];
    const uploader = await story.begin([big()]);
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    expect(uploader.snapshot().items[0]?.fault).toEqual({ kind: "storage", message: "status 400" });
    const sent = story.world.count(PARTS);
    isRefusing = false;
    uploader.retry();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.count(PARTS)).toBeLessThan(sent + 10);
  });

  it("a line that damages what it carries", async () => {
    const sums = story.world.surroundings;
    sums.checksums = { sum: async () => "AAAAAAAAAAE=", close: () => undefined };
    const uploader = story.upload({}, sums);
    await uploader.addFiles([big()]);
    await uploader.start();
    expect((await story.until(uploader, isOver)).items[0]?.fault?.kind).toBe("checksum");
  });

  it.each([401, 403, 410])("a package that answers %d", async (status) => {
    story.world.faults = [(request) => (/files\/batch/.test(request) ? status : undefined)];
    const uploader = await story.begin([sparse("a", 5)]);
    expect((await story.until(uploader, isOver)).phase).toBe("failed");
    expect(uploader.snapshot().fault).toEqual({ kind: "package-gone", message: `fault ${status}`, requestId: "R1" });
  });

  it.each([
    ["is renewed once it has ended", 1, "done"],
    ["that never works again ends it", 99, "failed"],
  ])("a token that %s", async (_, refusals, phase) => {
    let refused = 0;
    story.world.faults = [(request) => (/files\/batch/.test(request) && refused++ < refusals ? 401 : undefined)];
    const renewToken = vi.fn(async () => "another");
    const uploader = await story.begin([sparse("a", 5)], { renewToken });
    expect((await story.until(uploader, isOver)).phase).toBe(phase);
    expect(renewToken).toHaveBeenCalledOnce();
  });
});

describe("cancelling", () => {
  it("deletes the package and stops everything", async () => {
    const uploader = await story.begin([big()]);
    await story.until(uploader, () => story.world.count(PARTS) >= 2);
    await settled(uploader.cancel());
    const { length } = story.world.requests;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(story.world.requests).toHaveLength(length);
    expect(story.world.state).toBe("expired");
    expect(uploader.snapshot().phase).toBe("cancelled");
    expect(story.world.records.size).toBe(0);
  });

  it("of one file takes it out of the package", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big("a"), big("b")]);
    await story.until(uploader, () => story.world.count(PARTS) >= 2);
    uploader.remove(uploader.snapshot().items[0]?.id ?? 0);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect([...story.world.files.values()].map(({ name }) => name)).toEqual(["b"]);
    expect(uploader.snapshot().sentBytes).toBe(80 * MEBIBYTE);
  });
});

describe("fifty thousand files", () => {
  it("are taken in without holding the page for long", async () => {
    vi.useRealTimers();
    const uploader = story.upload();
    const files = Array.from({ length: 50_000 }, (_, index) => sparse(`${index}.txt`, 10, `Folder ${index % 100}`));
    let turns = 0;
    const watch = setInterval(() => {
      turns += 1;
    });
    const begun = performance.now();
    await uploader.addFiles(files);
    clearInterval(watch);
    const milliseconds = performance.now() - begun;
    expect(uploader.snapshot().counts.files).toBe(50_000);
    process.stdout.write(`50,000 files: ${milliseconds.toFixed(0)} ms, the page had ${turns} turns\n`);
    // How long a turn takes depends on what else the machine does; that there are turns does not.
    expect(turns).toBeGreaterThan(3);
  });

  it("are taken in although the timers of a hidden tab stand still", async () => {
    vi.useRealTimers();
    const uploader = story.upload();
    vi.stubGlobal("setTimeout", () => 0);
    const files = Array.from({ length: 20_000 }, (_, index) => sparse(`${index}.txt`, 10, `Folder ${index % 100}`));
    await uploader.addFiles(files);
    vi.unstubAllGlobals();
    expect(uploader.snapshot().counts.files).toBe(20_000);
  });
});

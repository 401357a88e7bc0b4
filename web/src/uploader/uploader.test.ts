import { describe, expect, it, vi } from "vitest";
import { once, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import { isOver, PARTS, Story } from "./story";

const story = Story.forEachTest();

describe("an upload", () => {
  it.each([
    ["one empty file", [0]],
    ["one small file", [5]],
    ["a file of one chunk to the byte", [8 * MEBIBYTE]],
    ["a file of a chunk and a byte", [8 * MEBIBYTE + 1]],
    ["a large one and small ones", [100 * MEBIBYTE, 1, 2, 3, 70 * MEBIBYTE]],
    ["three hundred", Array.from({ length: 300 }, (_, index) => index)],
  ])("of %s is done, and every byte is there", async (_, sizes) => {
    const uploader = await story.send(sizes.map((size, index) => sparse(`${index}.bin`, size)));
    const { phase, sentBytes, totalBytes, counts } = uploader.snapshot();
    expect(phase).toBe("done");
    expect(story.world.state).toBe("finalized");
    expect(sentBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(sentBytes).toBe(totalBytes);
    expect(counts.done).toBe(sizes.length);
    expect([...story.world.files.values()].every((file) => file.state === "finalized")).toBe(true);
    expect(story.world.records.size).toBe(0);
    expect(story.world.locks.size).toBe(0);
    expect(story.world.awake).toBe(0);
  });

  it("adds and finalizes small files by the batch", async () => {
    await story.send(Array.from({ length: 2_500 }, (_, index) => sparse(`${index}.txt`, 100)));
    expect(story.world.state).toBe("finalized");
    expect(story.world.count(/files\/batch/)).toBeLessThan(10);
    expect(story.world.count(/^POST .*files\/finalize/)).toBeLessThan(200);
    expect(story.world.count(/^PUT /)).toBe(2_500);
  });

  it("asks for the addresses of many chunks at once, and never for more slots than there are", async () => {
    await story.send([sparse("a.mov", 60 * 8 * MEBIBYTE)]);
    expect(story.world.count(PARTS)).toBe(60);
    expect(story.world.count(/\?start=/)).toBeLessThan(20);
    expect(story.world.mostInFlight).toBeLessThanOrEqual(6);
    expect(story.world.mostInFlight).toBeGreaterThanOrEqual(5);
  });

  it("goes by parts where the store has no plain PUT", async () => {
    story.world.hasPut = false;
    await story.send([sparse("a", 10), sparse("b", 0)]);
    expect(story.world.state).toBe("finalized");
    expect(story.world.count(PARTS)).toBe(2);
  });

  it("keeps folders, and empty ones too", async () => {
    const uploader = story.upload();
    const folder = { kind: "directory", name: "Empty", async *values() {} };
    const item = { kind: "file", getAsFileSystemHandle: async () => folder, getAsFile: () => null };
    await uploader.addDropped({ items: [item] } as unknown as DataTransfer);
    await uploader.addFiles([sparse("a.mov", 5, "Film/Day 1"), sparse(".DS_Store", 5, "Film")]);
    expect(uploader.snapshot().systemFilesLeftOut).toBe(1);
    await uploader.start();
    await story.until(uploader, isOver);
    const places = [...story.world.files.values()].map(({ kind, path, name }) => `${kind} ${path}|${name}`);
    expect(places.sort()).toEqual(["directory |Empty", "file Film/Day 1|a.mov"]);
    expect(uploader.snapshot().phase).toBe("done");
  });

  it("is choosing again when no package could be made", async () => {
    const uploader = story.upload({ createPackage: () => Promise.reject(new Error("closed")) });
    await uploader.addFiles([sparse("a", 5)]);
    await expect(uploader.start()).rejects.toThrow("closed");
    expect(uploader.snapshot().phase).toBe("choosing");
  });

  it("takes files that are added while it runs", async () => {
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 200 * MEBIBYTE)]);
    await uploader.start();
    await vi.advanceTimersByTimeAsync(300);
    await uploader.addFiles([sparse("b", 7)]);
    expect((await story.until(uploader, isOver)).counts.done).toBe(2);
  });
});

describe("what an upload tells", () => {
  it("goes to the channel, at most once a second", async () => {
    story.world.bytesPerSecond = 10_000_000;
    const begun = Date.now();
    await story.send([sparse("a", 500 * MEBIBYTE)]);
    const seconds = (Date.now() - begun) / 1000;
    expect(story.world.told.length).toBeGreaterThan(3);
    expect(story.world.told.length).toBeLessThan(seconds + 2);
    expect(story.world.told.at(-1)).toMatchObject({ total_bytes: 500 * MEBIBYTE });
  });

  it("comes at most four times a second", async () => {
    story.world.bytesPerSecond = 10_000_000;
    const uploader = story.upload();
    let told = 0;
    uploader.subscribe(() => {
      told += 1;
    });
    await uploader.addFiles([sparse("a", 300 * MEBIBYTE)]);
    await uploader.start();
    await vi.advanceTimersByTimeAsync(3_000);
    told = 0;
    const first = uploader.snapshot();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toBeLessThanOrEqual(9);
    expect(told).toBeGreaterThan(4);
    expect(uploader.snapshot().items).toBe(first.items);
    expect(uploader.snapshot().bytesPerSecond).toBeGreaterThan(1_000_000);
    expect(uploader.snapshot().secondsLeft).toBeGreaterThan(0);
  });

  it("plans fifteen terabytes", async () => {
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 15e12)]);
    await uploader.start();
    await story.until(uploader, () => story.world.count(PARTS) >= 5);
    const [file] = story.world.files.values();
    expect(Math.ceil(15e12 / (file?.chunk_size ?? 1))).toBeLessThanOrEqual(10_000);
  });
});

describe("what goes wrong by itself is mended", () => {
  it.each([
    ["a part that fails", [once(PARTS, 500)]],
    ["a line that breaks", [once(PARTS, 0, 12)]],
    ["a storage that is busy", [once(PARTS, 503, 3)]],
    ["an address that ran out", [once(PARTS, 403)]],
    ["several addresses that ran out", [once(PARTS, 403, 3)]],
    ["a beginning that fails", [once(/^POST .*uploads/, 503)]],
    ["a beginning whose address ran out", [once(/^POST .*uploads/, 403)]],
    ["a part that hangs", [once(PARTS, "hang")]],
    ["a server that is away", [once(/files\/batch/, 0, 3)]],
    ["a reply to adding that is lost", [once(/files\/batch/, "lost-reply")]],
    ["a reply to a part that is lost", [once(PARTS, "lost-reply", 2)]],
    ["a reply to finalizing that is lost", [once(/files\/finalize/, "lost-reply")]],
    ["a reply to the end that is lost", [once(/p\/finalize/, "lost-reply")]],
    ["a server that asks to wait", [once(/start=/, 429)]],
    ["an upload that storage forgot", [once(PARTS, 404)]],
    ["a chunk call that finds no file", [once(/start=/, 404)]],
  ] as const)("%s", async (_, faults) => {
    story.world.faults = [...faults];
    const uploader = await story.send([sparse("a.mov", 200 * MEBIBYTE), sparse("b", 3)]);
    expect(uploader.snapshot().fault).toBeUndefined();
    expect(uploader.snapshot().phase).toBe("done");
    expect(uploader.snapshot().sentBytes).toBe(200 * MEBIBYTE + 3);
    expect([...story.world.files.values()].every((file) => file.state === "finalized")).toBe(true);
  });

  it("adds files again under the same key, and removes none of them", async () => {
    story.world.faults = [once(/files\/batch/, "lost-reply")];
    await story.send([sparse("a.mov", 200 * MEBIBYTE), sparse("b", 3)]);
    expect(story.world.requests.filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect([...story.world.files.keys()]).toEqual(["F1", "F2"]);
  });

  it("finds files that are there if the server has lost its answer", async () => {
    story.world.faults = [once(/files\/batch/, "lost-answer")];
    expect((await story.send([sparse("a", 500)])).snapshot().phase).toBe("done");
  });

  it.each([
    ["a lost reply, so that it is there already", "lost-reply"],
    ["an address that ran out", 403],
    ["a line that breaks", 0],
  ] as const)("a plain PUT with %s", async (_, how) => {
    story.world.faults = [once(/^PUT \/F\d+\?made/, how)];
    expect((await story.send([sparse("a", 500)])).snapshot().phase).toBe("done");
  });

  it("a 412 costs no second add", async () => {
    story.world.faults = [once(/^PUT /, "lost-reply")];
    await story.send([sparse("a", 500)]);
    expect(story.world.count(/files\/batch/)).toBe(1);
    expect(story.world.count(/^PUT /)).toBe(2);
  });

  it("an expired address costs one part and no more", async () => {
    story.world.faults = [once(/partNumber=3&/, 403)];
    await story.send([sparse("a", 80 * MEBIBYTE)]);
    expect(story.world.count(PARTS)).toBe(11);
  });

  it("an outage of half an hour, untouched, without sending anything twice that arrived", async () => {
    let isOut = false;
    story.world.faults = [() => (isOut ? 0 : undefined)];
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 160 * MEBIBYTE)]);
    await uploader.start();
    await story.until(uploader, () => story.world.count(PARTS) >= 10);
    isOut = true;
    const waiting = await story.until(uploader, (snapshot) => snapshot.waiting !== undefined);
    expect(waiting.waiting?.reason).toBe("network");
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    const tries = story.world.count(PARTS);
    isOut = false;
    await story.until(uploader, isOver, 60);
    expect(uploader.snapshot().phase).toBe("done");
    expect(story.world.count(PARTS) - tries).toBeLessThanOrEqual(20);
  });

  it("an outage ends at once when someone says so, or when the browser does", async () => {
    let isOut = true;
    story.world.faults = [(request) => (isOut && PARTS.test(request) ? 0 : undefined)];
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 64 * MEBIBYTE)]);
    await uploader.start();
    story.world.network(false);
    await vi.advanceTimersByTimeAsync(120_000);
    await story.until(uploader, (snapshot) => snapshot.waiting?.reason === "offline");
    isOut = false;
    story.world.network(true);
    await story.until(uploader, isOver, 3);
    expect(uploader.snapshot().phase).toBe("done");
  });

  it("a request that hangs does not hold up the others, on the slowest line", async () => {
    story.world.bytesPerSecond = 200_000;
    story.world.faults = [once(/partNumber=2&/, "hang")];
    const uploader = await story.begin([sparse("a", 48 * MEBIBYTE)]);
    // One part takes 42 seconds; the one that hangs is cut after a minute.
    await story.until(uploader, () => story.world.count(/partNumber=3&/) === 1, 58);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
  });

  it("says when only the storage does not answer", async () => {
    story.world.faults = [(request) => (PARTS.test(request) ? 0 : undefined)];
    const uploader = story.upload();
    await uploader.addFiles([sparse("a", 64 * MEBIBYTE)]);
    await uploader.start();
    await story.until(uploader, (snapshot) => snapshot.waiting?.reason === "storage", 60);
  });
});

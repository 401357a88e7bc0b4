import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeWorld, once, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import type { Snapshot, Uploader, UploaderOptions } from "./types";
import { findUnfinished, forgetUnfinished } from "./unfinished";
import { createUploader } from "./uploader";

let world: FakeWorld;
const made: Uploader[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-15T10:00:00Z") });
  world = new FakeWorld();
});
afterEach(() => {
  for (const uploader of made.splice(0)) uploader.dispose();
  vi.useRealTimers();
});

const PACKAGE = {
  id: "p",
  name: "Dailies",
  token: "t",
  expiry: "2026-12-01T00:00:00.000Z",
  channel: { name: "c", token: "ct" },
};

function upload(options: Partial<UploaderOptions> = {}): Uploader {
  const createPackage = async () => PACKAGE;
  const uploader = createUploader({ scope: "portal:x", createPackage, ...options }, world.surroundings);
  made.push(uploader);
  return uploader;
}

/** Lets time pass until the upload is somewhere, at most so many seconds. */
async function until(uploader: Uploader, where: (snapshot: Snapshot) => boolean, seconds = 600): Promise<Snapshot> {
  for (let step = 0; step < seconds * 20; step++) {
    if (where(uploader.snapshot())) return uploader.snapshot();
    await vi.advanceTimersByTimeAsync(50);
  }
  const { phase, counts, fault, waiting } = uploader.snapshot();
  throw new Error(`still ${JSON.stringify({ phase, counts, fault, waiting, requests: world.requests.slice(-10) })}`);
}
const isOver = ({ phase }: Snapshot) => ["done", "failed", "attention"].includes(phase);

async function send(files: File[], options: Partial<UploaderOptions> = {}, seconds = 600): Promise<Uploader> {
  const uploader = upload(options);
  await uploader.addFiles(files);
  await uploader.start();
  await until(uploader, isOver, seconds);
  return uploader;
}

const PARTS = /^PUT .*partNumber/;

describe("an upload", () => {
  it.each([
    ["one empty file", [0]],
    ["one small file", [5]],
    ["a file of one chunk to the byte", [32 * MEBIBYTE]],
    ["a file of a chunk and a byte", [32 * MEBIBYTE + 1]],
    ["a large one and small ones", [100 * MEBIBYTE, 1, 2, 3, 70 * MEBIBYTE]],
    ["three hundred", Array.from({ length: 300 }, (_, index) => index)],
  ])("of %s is done, and every byte is there", async (_, sizes) => {
    const uploader = await send(sizes.map((size, index) => sparse(`${index}.bin`, size)));
    const { phase, sentBytes, totalBytes, counts } = uploader.snapshot();
    expect(phase).toBe("done");
    expect(world.state).toBe("finalized");
    expect(sentBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(sentBytes).toBe(totalBytes);
    expect(counts.done).toBe(sizes.length);
    expect([...world.files.values()].every((file) => file.state === "finalized")).toBe(true);
    expect(world.records.size).toBe(0);
    expect(world.locks.size).toBe(0);
    expect(world.awake).toBe(0);
  });

  it("adds and finalizes small files by the batch", async () => {
    await send(Array.from({ length: 2_500 }, (_, index) => sparse(`${index}.txt`, 100)));
    expect(world.state).toBe("finalized");
    expect(world.count(/files\/batch/)).toBeLessThan(10);
    expect(world.count(/^POST .*files\/finalize/)).toBeLessThan(200);
    expect(world.count(/^PUT /)).toBe(2_500);
  });

  it("asks for the addresses of many chunks at once, and never for more slots than there are", async () => {
    await send([sparse("a.mov", 60 * 32 * MEBIBYTE)]);
    expect(world.count(PARTS)).toBe(60);
    expect(world.count(/\?start=/)).toBeLessThan(20);
    expect(world.mostInFlight).toBeLessThanOrEqual(6);
    expect(world.mostInFlight).toBeGreaterThanOrEqual(5);
  });

  it("goes by parts where the store has no plain PUT", async () => {
    world.hasPut = false;
    await send([sparse("a", 10), sparse("b", 0)]);
    expect(world.state).toBe("finalized");
    expect(world.count(PARTS)).toBe(2);
  });

  it("keeps folders, and empty ones too", async () => {
    const uploader = upload();
    const folder = { kind: "directory", name: "Empty", async *values() {} };
    const item = { kind: "file", getAsFileSystemHandle: async () => folder, getAsFile: () => null };
    await uploader.addDropped({ items: [item] } as unknown as DataTransfer);
    await uploader.addFiles([sparse("a.mov", 5, "Film/Day 1"), sparse(".DS_Store", 5, "Film")]);
    expect(uploader.snapshot().systemFilesLeftOut).toBe(1);
    await uploader.start();
    await until(uploader, isOver);
    const places = [...world.files.values()].map(({ kind, path, name }) => `${kind} ${path}|${name}`);
    expect(places.sort()).toEqual(["directory |Empty", "file Film/Day 1|a.mov"]);
    expect(uploader.snapshot().phase).toBe("done");
  });

  it("is choosing again when no package could be made", async () => {
    const uploader = upload({ createPackage: () => Promise.reject(new Error("closed")) });
    await uploader.addFiles([sparse("a", 5)]);
    await expect(uploader.start()).rejects.toThrow("closed");
    expect(uploader.snapshot().phase).toBe("choosing");
  });

  it("takes files that are added while it runs", async () => {
    const uploader = upload();
    await uploader.addFiles([sparse("a", 200 * MEBIBYTE)]);
    await uploader.start();
    await vi.advanceTimersByTimeAsync(300);
    await uploader.addFiles([sparse("b", 7)]);
    expect((await until(uploader, isOver)).counts.done).toBe(2);
  });

  it("tells its progress on the channel, at most once a second", async () => {
    world.bytesPerSecond = 10_000_000;
    const begun = Date.now();
    await send([sparse("a", 500 * MEBIBYTE)]);
    const seconds = (Date.now() - begun) / 1000;
    expect(world.told.length).toBeGreaterThan(3);
    expect(world.told.length).toBeLessThan(seconds + 2);
    expect(world.told.at(-1)).toMatchObject({ total_bytes: 500 * MEBIBYTE });
  });

  it("tells of itself at most four times a second", async () => {
    world.bytesPerSecond = 10_000_000;
    const uploader = upload();
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
    const uploader = upload();
    await uploader.addFiles([sparse("a", 15e12)]);
    await uploader.start();
    await until(uploader, () => world.count(PARTS) >= 5);
    const [file] = world.files.values();
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
    world.faults = [...faults];
    const uploader = await send([sparse("a.mov", 200 * MEBIBYTE), sparse("b", 3)]);
    expect(uploader.snapshot().fault).toBeUndefined();
    expect(uploader.snapshot().phase).toBe("done");
    expect(uploader.snapshot().sentBytes).toBe(200 * MEBIBYTE + 3);
    expect([...world.files.values()].every((file) => file.state === "finalized")).toBe(true);
  });

  it.each([
    ["a lost reply, so that it is there already", "lost-reply"],
    ["an address that ran out", 403],
    ["a line that breaks", 0],
  ] as const)("a plain PUT with %s", async (_, how) => {
    world.faults = [once(/^PUT \/F\d+\?made/, how)];
    expect((await send([sparse("a", 500)])).snapshot().phase).toBe("done");
  });

  it("a 412 costs no second add", async () => {
    world.faults = [once(/^PUT /, "lost-reply")];
    await send([sparse("a", 500)]);
    expect(world.count(/files\/batch/)).toBe(1);
    expect(world.count(/^PUT /)).toBe(2);
  });

  it("an expired address costs one part and no more", async () => {
    world.faults = [once(/partNumber=3&/, 403)];
    await send([sparse("a", 320 * MEBIBYTE)]);
    expect(world.count(PARTS)).toBe(11);
  });

  it("an outage of half an hour, untouched, without sending anything twice that arrived", async () => {
    let isOut = false;
    world.faults = [() => (isOut ? 0 : undefined)];
    const uploader = upload();
    await uploader.addFiles([sparse("a", 640 * MEBIBYTE)]);
    await uploader.start();
    await until(uploader, () => world.count(PARTS) >= 10);
    isOut = true;
    const waiting = await until(uploader, (snapshot) => snapshot.waiting !== undefined);
    expect(waiting.waiting?.reason).toBe("network");
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    const tries = world.count(PARTS);
    isOut = false;
    await until(uploader, isOver, 60);
    expect(uploader.snapshot().phase).toBe("done");
    expect(world.count(PARTS) - tries).toBeLessThanOrEqual(20);
  });

  it("an outage ends at once when someone says so, or when the browser does", async () => {
    let isOut = true;
    world.faults = [(request) => (isOut && PARTS.test(request) ? 0 : undefined)];
    const uploader = upload();
    await uploader.addFiles([sparse("a", 64 * MEBIBYTE)]);
    await uploader.start();
    world.network(false);
    await vi.advanceTimersByTimeAsync(120_000);
    await until(uploader, (snapshot) => snapshot.waiting?.reason === "offline");
    isOut = false;
    world.network(true);
    await until(uploader, isOver, 3);
    expect(uploader.snapshot().phase).toBe("done");
  });

  it("says when only the storage does not answer", async () => {
    world.faults = [(request) => (PARTS.test(request) ? 0 : undefined)];
    const uploader = upload();
    await uploader.addFiles([sparse("a", 64 * MEBIBYTE)]);
    await uploader.start();
    await until(uploader, (snapshot) => snapshot.waiting?.reason === "storage", 60);
  });
});

import { describe, expect, it } from "vitest";
import { type ChunkLimits, chunkCount, chunkRange, chunkSizeFor, MEBIBYTE, wantedChunkSize } from "./plan";

const S3: ChunkLimits = { smallest: 5 * MEBIBYTE, largest: 5 * 1024 * MEBIBYTE, most: 10_000 };
const TERABYTE = 1e12;

describe("the chunk plan", () => {
  it.each([
    ["nothing", 0, 32, 32, 1],
    ["one byte", 1, 32, 32, 1],
    ["a wish below the smallest", 1, 1, 5, 1],
    ["one chunk to the byte", 32 * MEBIBYTE, 32, 32, 1],
    ["one byte more", 32 * MEBIBYTE + 1, 32, 32, 2],
    ["as many as are allowed", 16 * MEBIBYTE * 10_000, 16, 16, 10_000],
    ["one byte above that", 16 * MEBIBYTE * 10_000 + 1, 16, 17, 9_412],
    ["one terabyte", TERABYTE, 100, 100, 9_537],
    ["fifteen terabytes", 15 * TERABYTE, 100, 1431, 9_997],
    ["fifteen terabytes and a byte", 15 * TERABYTE + 1, 16, 1431, 9_997],
  ])("of %s", (_, size, wanted, mebibytes, count) => {
    const chunkSize = chunkSizeFor(size, wanted * MEBIBYTE, S3) ?? 0;
    expect(chunkSize / MEBIBYTE).toBe(mebibytes);
    expect(chunkCount(size, chunkSize)).toBe(count);
  });

  it("keeps to the limits of the server, whatever they are", () => {
    expect(chunkSizeFor(10, 32 * MEBIBYTE, { smallest: 1, largest: 8 * MEBIBYTE, most: 2 })).toBe(8 * MEBIBYTE);
    expect(chunkSizeFor(17 * MEBIBYTE, 1, { smallest: 1, largest: 8 * MEBIBYTE, most: 2 })).toBeUndefined();
  });

  it("puts every byte into one chunk", () => {
    const size = 3 * MEBIBYTE + 5;
    const ranges = [0, 1, 2, 3].map((index) => chunkRange(size, MEBIBYTE, index));
    expect(ranges.map(({ end, start }) => end - start)).toEqual([MEBIBYTE, MEBIBYTE, MEBIBYTE, 5]);
    expect(ranges[3]).toEqual({ start: 3 * MEBIBYTE, end: size });
  });

  it.each([
    ["an unknown line", 0, 8],
    ["a telephone", 100_000, 5],
    ["a house", 5_000_000, 10],
    ["an office", 200_000_000, 64],
  ])("suits %s", (_, speed, mebibytes) => expect(wantedChunkSize(speed) / MEBIBYTE).toBe(mebibytes));
});

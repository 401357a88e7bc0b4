import { describe, expect, it } from "vitest";
import { Crc64, crc64, fromBase64, toBase64 } from "./crc64";
import { combine } from "./crc64-combine";

const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;
const text = (content: string) => new TextEncoder().encode(content);

/** Bit by bit, with no table: slow and plain. */
function plain(bytes: Uint8Array): bigint {
  let sum = 0xffffffffffffffffn;
  for (const byte of bytes) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) sum = sum & 1n ? (sum >> 1n) ^ POLYNOMIAL : sum >> 1n;
  }
  return sum ^ 0xffffffffffffffffn;
}

/** Repeatable, and unlike anything the tables could favour. */
function noise(length: number): Uint8Array {
  let state = 0x2545f491;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  });
}

describe("CRC-64/NVME", () => {
  it.each([
    ["nothing", text(""), 0n],
    ["the check value", text("123456789"), 0xae8b14860a799888n],
    ["4 KiB of zeros", new Uint8Array(4096), 0x6482d367eb22b64en],
    ["4 KiB of ones", new Uint8Array(4096).fill(255), 0xc0ddba7302eca3acn],
  ])("of %s", (_, bytes, sum) => expect(crc64(bytes)).toBe(sum));

  it.each([1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1000])("of %d bytes is that of the plain way", (length) => {
    expect(crc64(noise(length))).toBe(plain(noise(length)));
  });

  it("does not mind how it is fed", () => {
    const bytes = noise(1000);
    for (const cut of [0, 1, 5, 8, 500, 999]) {
      const sum = new Crc64().update(bytes.subarray(0, cut)).update(bytes.subarray(cut)).value();
      expect(sum).toBe(crc64(bytes));
    }
  });

  it("is written as eight bytes, largest first", () => {
    expect(toBase64(0xae8b14860a799888n)).toBe("rosUhgp5mIg=");
    expect(fromBase64("rosUhgp5mIg=")).toBe(0xae8b14860a799888n);
    expect(toBase64(0n)).toBe("AAAAAAAAAAA=");
  });

  it.each([
    [1000, 1000],
    [1000, 999],
    [1000, 501],
    [1000, 100],
    [1000, 7],
  ])("of %d bytes follows from those of its chunks of %d", (size, chunkSize) => {
    const bytes = noise(size);
    const sums = [];
    for (let start = 0; start < size; start += chunkSize) {
      sums.push(toBase64(crc64(bytes.subarray(start, start + chunkSize))));
    }
    expect(combine(sums, chunkSize, size)).toBe(toBase64(crc64(bytes)));
  });

  it("combines ten thousand chunks of fifteen terabytes in a moment", () => {
    const sums = Array.from({ length: 9_997 }, (_, index) => toBase64(BigInt(index)));
    const begun = performance.now();
    expect(combine(sums, 1431 * 1024 * 1024, 15e12)).toHaveLength(12);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

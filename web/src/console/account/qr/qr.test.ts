import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { correctionWords } from "./correction";
import { type Matrix, qrCode, qrPath, withMask } from "./qr";
import { codeBits, versionFor } from "./words";

const ADDRESS =
  "otpauth://totp/Tonnage:anna.berg@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tonnage&x=";
/** A text of this many bytes. */
const textOf = (length: number) => ADDRESS.repeat(4).slice(0, length);
const rowsOf = (matrix: Matrix) => matrix.map((line) => line.map((dark) => (dark ? "#" : ".")).join(""));
const digestOf = (matrix: Matrix) => createHash("sha256").update(rowsOf(matrix).join("\n")).digest("hex").slice(0, 32);
const bitsOf = (text: string, version: number) => codeBits(new TextEncoder().encode(text), version);

/** `HELLO`, version 1, level M, mask 2, as another maker of codes draws it. */
const HELLO = [
  "#######....#..#######",
  "#.....#...#.#.#.....#",
  "#.###.#.##....#.###.#",
  "#.###.#.#.#.#.#.###.#",
  "#.###.#.##..#.#.###.#",
  "#.....#.####..#.....#",
  "#######.#.#.#.#######",
  "........##...........",
  "#.#####...##..#####..",
  ".##.##.#.######..##..",
  "..#####.#...#.##.###.",
  ".##.#....######..##..",
  ".#.######...#..#..#.#",
  "........#.#.#..#.#...",
  "#######..###.#..#.##.",
  "#.....#.#.#....#####.",
  "#.###.#.##.#.#..#.##.",
  "#.###.#.##.#####.#...",
  "#.###.#.##..#.##..#..",
  "#.....#..######.###..",
  "#######.##..#...#.##.",
];

/** Version, bytes in the text, mask, and the beginning of the SHA-256 of the matrix that another maker draws. */
const KNOWN: [number, number, number, string][] = [
  [1, 14, 0, "b4d5eb263de30f0434fd579b5e6db3da"],
  [2, 26, 1, "e2dcf3fc5176c4429bcfb2210ffa14a3"],
  [3, 42, 2, "02fa0fbb5f560f814d00635e6890d283"],
  [4, 62, 3, "e8350e9bb5191f5a00100aaaa9a3445c"],
  [5, 84, 4, "c162558dc529a7aa06048e1e7c29d830"],
  [6, 106, 5, "ab789e81192cbf3e73840ee818cab598"],
  [7, 122, 6, "6b100871d374e37e3ca84c20d8dea2b5"],
  [8, 152, 7, "5f8bca0a5f97213d6620f72b8984cd40"],
  [9, 180, 0, "7722a4092042174bcd50b9b05a0ace15"],
  [10, 213, 1, "a7204674d86805891de216542036b5a2"],
];

describe("QR codes", () => {
  it("draws a known small one", () => expect(rowsOf(withMask(bitsOf("HELLO", 1), 1, 2))).toEqual(HELLO));

  it.each(KNOWN)("draws version %d, full with %d bytes, mask %d", (version, length, mask, digest) => {
    expect(versionFor(length)).toBe(version);
    expect(digestOf(withMask(bitsOf(textOf(length), version), version, mask))).toBe(digest);
  });

  it("chooses one of the eight masks", () => {
    const bits = bitsOf("HELLO", 1);
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => digestOf(withMask(bits, 1, mask)));
    expect(all).toContain(digestOf(qrCode("HELLO") ?? []));
  });

  it.each([
    [14, 1],
    [15, 2],
    [180, 9],
    [181, 10],
    [213, 10],
    [214, undefined],
  ])("%d bytes need version %s", (bytes, version) => expect(versionFor(bytes)).toBe(version));

  it("counts bytes and not letters", () => expect(qrCode("\u6d77".repeat(72))).toBeUndefined());

  it("corrects as the standard's example does", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(correctionWords(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  it("draws runs of dark modules inside a border", () => {
    const { size, path } = qrPath([
      [true, true],
      [false, true],
    ]);
    expect(size).toBe(10);
    expect(path).toBe("M4 4h2v1H4zM5 5h1v1H5z");
  });
});

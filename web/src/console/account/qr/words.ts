import { correctionWords } from "./correction";

/** How much of a version is for correction at level M, which bears the loss of about 15 percent. */
interface Capacity {
  /** All words, data and correction. */
  words: number;
  blocks: number;
  correctionPerBlock: number;
}

/** Versions 1 to 10, as the standard tables them for level M. */
const CAPACITIES: readonly Capacity[] = [
  { words: 26, blocks: 1, correctionPerBlock: 10 },
  { words: 44, blocks: 1, correctionPerBlock: 16 },
  { words: 70, blocks: 1, correctionPerBlock: 26 },
  { words: 100, blocks: 2, correctionPerBlock: 18 },
  { words: 134, blocks: 2, correctionPerBlock: 24 },
  { words: 172, blocks: 4, correctionPerBlock: 16 },
  { words: 196, blocks: 4, correctionPerBlock: 18 },
  { words: 242, blocks: 4, correctionPerBlock: 22 },
  { words: 292, blocks: 5, correctionPerBlock: 22 },
  { words: 346, blocks: 5, correctionPerBlock: 26 },
];

const BYTE_MODE = 0b0100;

function dataWords({ words, blocks, correctionPerBlock }: Capacity): number {
  return words - blocks * correctionPerBlock;
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** The smallest version that holds this many bytes, if one of ours does. */
export function versionFor(bytes: number): number | undefined {
  const place = CAPACITIES.findIndex((capacity, index) => {
    return 4 + lengthBits(index + 1) + bytes * 8 <= dataWords(capacity) * 8;
  });
  return place < 0 ? undefined : place + 1;
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => (value >> (count - 1 - place)) & 1);
}

/** Mode, length and bytes, ended and filled up to what the version holds. */
function padded(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, lengthBits(version))];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  bits.push(...new Array<number>(Math.min(4, capacity * 8 - bits.length)).fill(0));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let start = 0; start < bits.length; start += 8) {
    words.push(bits.slice(start, start + 8).reduce((word, bit) => (word << 1) | bit, 0));
  }
  for (let filler = 0xec; words.length < capacity; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

/** Blocks are as even as can be; the longer ones stand last. */
function split(words: number[], count: number): number[][] {
  const short = Math.floor(words.length / count);
  const longOnes = words.length % count;
  let start = 0;
  return Array.from({ length: count }, (_, index) => {
    const length = short + (index >= count - longOnes ? 1 : 0);
    start += length;
    return words.slice(start - length, start);
  });
}

/** Takes the first of each block, then the second of each, so that a stain hurts every block a little. */
function interleaved(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  const mixed: number[] = [];
  for (let place = 0; place < longest; place += 1) {
    for (const block of blocks) {
      const word = block[place];
      if (word !== undefined) mixed.push(word);
    }
  }
  return mixed;
}

/** Everything that is written into a code of this version, bit by bit. */
export function codeBits(bytes: Uint8Array, version: number): number[] {
  const capacity = CAPACITIES[version - 1];
  if (!capacity) throw new Error(`there is no version ${version}`);
  const blocks = split(padded(bytes, version, dataWords(capacity)), capacity.blocks);
  const corrections = blocks.map((block) => correctionWords(block, capacity.correctionPerBlock));
  return [...interleaved(blocks), ...interleaved(corrections)].flatMap((word) => bitsOf(word, 8));
}

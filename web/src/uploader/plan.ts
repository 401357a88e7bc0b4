/** How a file may be cut, as the server says it. */
export interface ChunkLimits {
  smallest: number;
  largest: number;
  most: number;
}

export const MEBIBYTE = 1024 * 1024;
/** A part that must be sent again should cost seconds, not minutes. */
const SECONDS_PER_CHUNK = 2;
/** Storage takes no smaller ones. */
const WANTED_SMALLEST = 5 * MEBIBYTE;
const WANTED_UNKNOWN = 8 * MEBIBYTE;
const WANTED_LARGEST = 64 * MEBIBYTE;

const roundUp = (bytes: number) => Math.ceil(bytes / MEBIBYTE) * MEBIBYTE;

/** The chunk size that suits the line; an unknown line gets one that is not bad on any. */
export function wantedChunkSize(bytesPerSecond: number): number {
  if (bytesPerSecond <= 0) return WANTED_UNKNOWN;
  return Math.min(WANTED_LARGEST, Math.max(WANTED_SMALLEST, roundUp(bytesPerSecond * SECONDS_PER_CHUNK)));
}

/** Whole mebibytes, within the limits, and few enough of them. Undefined when no chunk size would do. */
export function chunkSizeFor(size: number, wanted: number, limits: ChunkLimits): number | undefined {
  const needed = Math.max(wanted, limits.smallest, Math.ceil(size / limits.most));
  const chunkSize = Math.min(roundUp(needed), limits.largest);
  return size <= chunkSize * limits.most ? chunkSize : undefined;
}

/** An empty file is one empty chunk. */
export function chunkCount(size: number, chunkSize: number): number {
  return Math.max(1, Math.ceil(size / chunkSize));
}

/** Where a chunk begins and ends, counted from 0. */
export function chunkRange(size: number, chunkSize: number, index: number): { start: number; end: number } {
  const start = index * chunkSize;
  return { start, end: Math.min(size, start + chunkSize) };
}

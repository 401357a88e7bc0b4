import { fromBase64, toBase64 } from "./crc64";

const POLYNOMIAL = 0x9a6c9329ac4bc9b5n;

/** A step of the checksum is linear: what it makes of each single bit says what it makes of any value. */
type Matrix = readonly bigint[];

function apply(matrix: Matrix, value: bigint): bigint {
  let result = 0n;
  for (let bit = 0; value; bit++, value >>= 1n) if (value & 1n) result ^= matrix[bit] ?? 0n;
  return result;
}

const twice = (matrix: Matrix): Matrix => matrix.map((column) => apply(matrix, column));

/** What so many bytes of zeros make of a checksum. */
function zeros(length: number): Matrix {
  let step: Matrix = Array.from({ length: 64 }, (_, bit) => (bit === 0 ? POLYNOMIAL : 1n << BigInt(bit - 1)));
  for (let doubled = 0; doubled < 3; doubled++) step = twice(step);
  let result: Matrix = Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit));
  for (let left = BigInt(length); left; left >>= 1n, step = twice(step)) {
    if (left & 1n) result = result.map((column) => apply(step, column));
  }
  return result;
}

/** The checksum of a file from those of its chunks: all of one length, but the last. In base64, as all of them. */
export function combine(sums: readonly string[], chunkSize: number, size: number): string {
  const lastLength = size - chunkSize * (sums.length - 1);
  const shiftChunk = sums.length > 2 ? zeros(chunkSize) : undefined;
  let whole = 0n;
  sums.forEach((sum, index) => {
    const value = fromBase64(sum);
    if (index === 0) whole = value;
    else if (index === sums.length - 1) whole = apply(zeros(lastLength), whole) ^ value;
    else if (shiftChunk) whole = apply(shiftChunk, whole) ^ value;
  });
  return toBase64(whole);
}

import type { Drawing } from "./drawing";

export type Matrix = boolean[][];

/** Which modules a mask turns over. One of the eight is chosen so that no pattern misleads the reader. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

export const MASK_COUNT = MASKS.length;

/** The free places in the order in which bits are written: pairs of columns from the right, up and down in turns. */
function* freePlaces(patterns: Drawing): Generator<[row: number, column: number]> {
  const size = patterns.length;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is no part of any pair.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (patterns[row]?.[column] === undefined) yield [row, column];
      }
    }
    upwards = !upwards;
  }
}

/** The patterns with the bits written between them, turned over by the mask. */
export function masked(patterns: Drawing, bits: readonly number[], mask: number): Matrix {
  const matrix = patterns.map((line) => line.map((dark) => dark === true));
  const turns = MASKS[mask];
  let next = 0;
  for (const [row, column] of freePlaces(patterns)) {
    const dark = bits[next] === 1;
    next += 1;
    const line = matrix[row];
    if (line) line[column] = dark !== (turns?.(row, column) ?? false);
  }
  return matrix;
}

/** Lines of one colour: three for the first five, one for each further. */
function runPenalty(line: readonly boolean[]): number {
  let penalty = 0;
  let length = 0;
  line.forEach((dark, place) => {
    length = place > 0 && dark === line[place - 1] ? length + 1 : 1;
    if (length === 5) penalty += 3;
    else if (length > 5) penalty += 1;
  });
  return penalty;
}

const FINDER_LIKE = ["00001011101", "10111010000"];

function finderPenalty(line: readonly boolean[]): number {
  const text = line.map((dark) => (dark ? "1" : "0")).join("");
  let found = 0;
  for (let start = 0; start + 11 <= text.length; start += 1) {
    if (FINDER_LIKE.includes(text.slice(start, start + 11))) found += 1;
  }
  return found * 40;
}

function squarePenalty(matrix: Matrix): number {
  let squares = 0;
  for (let row = 0; row + 1 < matrix.length; row += 1) {
    for (let column = 0; column + 1 < matrix.length; column += 1) {
      const dark = matrix[row]?.[column];
      const same =
        dark === matrix[row]?.[column + 1] &&
        dark === matrix[row + 1]?.[column] &&
        dark === matrix[row + 1]?.[column + 1];
      if (same) squares += 1;
    }
  }
  return squares * 3;
}

function balancePenalty(matrix: Matrix): number {
  const all = matrix.length * matrix.length;
  const dark = matrix.flat().filter(Boolean).length;
  // Counted in twentieths, so that no fraction can be rounded the wrong way.
  return (Math.ceil(Math.abs(dark * 20 - all * 10) / all) - 1) * 10;
}

/** How much a matrix could mislead a reader; the least is best. */
export function penalty(matrix: Matrix): number {
  const columns = matrix.map((_, column) => matrix.map((line) => line[column] === true));
  const lines = [...matrix, ...columns];
  const ofLines = lines.reduce((sum, line) => sum + runPenalty(line) + finderPenalty(line), 0);
  return ofLines + squarePenalty(matrix) + Math.max(0, balancePenalty(matrix));
}

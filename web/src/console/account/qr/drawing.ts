/** A square of modules. `undefined` is a place that no pattern has taken yet. */
export type Drawing = (boolean | undefined)[][];

/** Where the middles of the small squares stand, per version; every pair of them but the three corners. */
const ALIGNMENTS: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

function put(drawing: Drawing, row: number, column: number, dark: boolean): void {
  const line = drawing[row];
  if (line && column >= 0 && column < line.length) line[column] = dark;
}

/** A corner's square with its light border, from its middle. */
function drawFinder(drawing: Drawing, row: number, column: number): void {
  for (let down = -4; down <= 4; down += 1) {
    for (let right = -4; right <= 4; right += 1) {
      const distance = Math.max(Math.abs(down), Math.abs(right));
      put(drawing, row + down, column + right, distance !== 2 && distance !== 4);
    }
  }
}

function drawAlignments(drawing: Drawing, version: number): void {
  const places = ALIGNMENTS[version - 1] ?? [];
  for (const row of places) {
    for (const column of places) {
      if (isFinderCorner(row, column, drawing.length)) continue;
      for (let down = -2; down <= 2; down += 1) {
        for (let right = -2; right <= 2; right += 1) {
          put(drawing, row + down, column + right, Math.max(Math.abs(down), Math.abs(right)) !== 1);
        }
      }
    }
  }
}

function isFinderCorner(row: number, column: number, size: number): boolean {
  const far = size - 7;
  return (row === 6 && column === 6) || (row === 6 && column === far) || (row === far && column === 6);
}

function drawTiming(drawing: Drawing): void {
  for (let place = 8; place < drawing.length - 8; place += 1) {
    put(drawing, 6, place, place % 2 === 0);
    put(drawing, place, 6, place % 2 === 0);
  }
}

/** The remainder by which a reader mends the few bits that say what kind of code this is. */
function remainder(value: number, degree: number, divisor: number): number {
  let rest = value << degree;
  for (let bit = 31; bit >= degree; bit -= 1) {
    if ((rest >>> bit) & 1) rest ^= divisor << (bit - degree);
  }
  return rest;
}

/** Level M is written as two zero bits, so that the mask alone is the value. */
function formatBits(mask: number): number {
  return ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
}

/** Says twice, around the finders, which mask is used. */
export function drawFormat(drawing: Drawing, mask: number): void {
  const bits = formatBits(mask);
  const size = drawing.length;
  for (let place = 0; place < 15; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    const beside = place < 6 ? place : place < 8 ? place + 1 : size - 15 + place;
    put(drawing, beside, 8, dark);
    const above = place < 8 ? size - 1 - place : place === 8 ? 7 : 14 - place;
    put(drawing, 8, above, dark);
  }
  put(drawing, size - 8, 8, true);
}

/** From version 7 on the version is written too, twice. */
function drawVersion(drawing: Drawing, version: number): void {
  if (version < 7) return;
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let place = 0; place < 18; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    const along = Math.floor(place / 3);
    const across = drawing.length - 11 + (place % 3);
    put(drawing, along, across, dark);
    put(drawing, across, along, dark);
  }
}

/** All that is the same whatever the code says; the format's places are taken, and written again with the mask. */
export function drawPatterns(version: number): Drawing {
  const size = 17 + 4 * version;
  const drawing: Drawing = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  drawFinder(drawing, 3, 3);
  drawFinder(drawing, 3, size - 4);
  drawFinder(drawing, size - 4, 3);
  drawTiming(drawing);
  drawAlignments(drawing, version);
  drawVersion(drawing, version);
  drawFormat(drawing, 0);
  return drawing;
}

import { drawFormat, drawPatterns } from "./drawing";
import { MASK_COUNT, type Matrix, masked, penalty } from "./masks";
import { codeBits, versionFor } from "./words";

export type { Matrix } from "./masks";

/**
 * The QR code of a text: byte mode, correction level M, versions 1 to 10 (213 bytes at most).
 * True is dark. `undefined` where the text is too long, so that the page can show the text alone.
 */
export function qrCode(text: string): Matrix | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === undefined) return undefined;
  const bits = codeBits(bytes, version);
  const candidates = Array.from({ length: MASK_COUNT }, (_, mask) => withMask(bits, version, mask));
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The code with one mask, whichever it is; readers accept each of the eight. */
export function withMask(bits: readonly number[], version: number, mask: number): Matrix {
  const patterns = drawPatterns(version);
  const matrix = masked(patterns, bits, mask);
  drawFormat(matrix, mask);
  return matrix;
}

/** The dark modules as one path of an SVG picture, one unit each, with the border of four that readers need. */
export function qrPath(matrix: Matrix): { size: number; path: string } {
  const border = 4;
  const runs: string[] = [];
  matrix.forEach((line, row) => {
    let start = 0;
    line.forEach((dark, column) => {
      if (dark && !line[column - 1]) start = column;
      if (dark && !line[column + 1])
        runs.push(`M${start + border} ${row + border}h${column - start + 1}v1H${start + border}z`);
    });
  });
  return { size: matrix.length + 2 * border, path: runs.join("") };
}

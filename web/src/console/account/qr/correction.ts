/** Arithmetic of the field with 256 elements that QR codes count in: powers of two modulo 0x11d. */
const POWERS: number[] = [];
const LOGARITHMS: number[] = [];
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWERS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value <<= 1;
  if (value > 255) value ^= 0x11d;
}

function multiply(left: number, right: number): number {
  if (left === 0 || right === 0) return 0;
  return POWERS[((LOGARITHMS[left] ?? 0) + (LOGARITHMS[right] ?? 0)) % 255] ?? 0;
}

/** The polynomial that is zero at the first powers of two; its leading coefficient, which is one, is left out. */
function generator(degree: number): number[] {
  let coefficients = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...coefficients, 0];
    coefficients.forEach((coefficient, place) => {
      next[place + 1] = (next[place + 1] ?? 0) ^ multiply(coefficient, POWERS[root] ?? 0);
    });
    coefficients = next;
  }
  return coefficients.slice(1);
}

/** The words by which a reader mends what it could not see: the remainder of a Reed-Solomon division. */
export function correctionWords(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const remainder = new Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ (remainder.shift() ?? 0);
    remainder.push(0);
    divisor.forEach((coefficient, place) => {
      remainder[place] = (remainder[place] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return remainder;
}

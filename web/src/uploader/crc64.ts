/**
 * CRC-64/NVME, as storage verifies it. Reflected, polynomial 0xAD93D23594C93659, all ones before and after.
 *
 * Engines have no fast 64-bit integers, so each value is two 32-bit halves; eight bytes are taken at once by eight
 * tables.
 */
const POLYNOMIAL_HIGH = 0x9a6c9329;
const POLYNOMIAL_LOW = 0xac4bc9b5;
const SLICES = 8;

const HIGH = new Int32Array(SLICES * 256);
const LOW = new Int32Array(SLICES * 256);

for (let byte = 0; byte < 256; byte++) {
  let high = 0;
  let low = byte;
  for (let bit = 0; bit < 8; bit++) {
    const carry = low & 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (carry) {
      high ^= POLYNOMIAL_HIGH;
      low ^= POLYNOMIAL_LOW;
    }
  }
  HIGH[byte] = high;
  LOW[byte] = low;
}
for (let place = 256; place < SLICES * 256; place++) {
  const high = HIGH[place - 256] ?? 0;
  const low = LOW[place - 256] ?? 0;
  const byte = low & 255;
  HIGH[place] = (high >>> 8) ^ (HIGH[byte] ?? 0);
  LOW[place] = ((low >>> 8) | (high << 24)) ^ (LOW[byte] ?? 0);
}

/** A checksum in the making: feed it with `update`, in order. */
export class Crc64 {
  #high = -1;
  #low = -1;

  update(bytes: Uint8Array): this {
    let high = this.#high;
    let low = this.#low;
    let place = 0;
    // The tables are never read outside of their bounds; `| 0` says so to the compiler and costs nothing.
    for (const end = bytes.length - 7; place < end; place += 8) {
      const a = low ^ word(bytes, place);
      const b = high ^ word(bytes, place + 4);
      const p7 = 1792 + (a & 255);
      const p6 = 1536 + ((a >>> 8) & 255);
      const p5 = 1280 + ((a >>> 16) & 255);
      const p4 = 1024 + (a >>> 24);
      const p3 = 768 + (b & 255);
      const p2 = 512 + ((b >>> 8) & 255);
      const p1 = 256 + ((b >>> 16) & 255);
      const p0 = b >>> 24;
      high = at(HIGH, p7) ^ at(HIGH, p6) ^ at(HIGH, p5) ^ at(HIGH, p4);
      high ^= at(HIGH, p3) ^ at(HIGH, p2) ^ at(HIGH, p1) ^ at(HIGH, p0);
      low = at(LOW, p7) ^ at(LOW, p6) ^ at(LOW, p5) ^ at(LOW, p4);
      low ^= at(LOW, p3) ^ at(LOW, p2) ^ at(LOW, p1) ^ at(LOW, p0);
    }
    for (; place < bytes.length; place++) {
      const byte = (low ^ (bytes[place] as number)) & 255;
      low = ((low >>> 8) | (high << 24)) ^ at(LOW, byte);
      high = (high >>> 8) ^ at(HIGH, byte);
    }
    this.#high = high;
    this.#low = low;
    return this;
  }

  value(): bigint {
    return (BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0);
  }
}

function at(table: Int32Array, place: number): number {
  return table[place] as number;
}

function word(bytes: Uint8Array, place: number): number {
  return (
    at8(bytes, place) | (at8(bytes, place + 1) << 8) | (at8(bytes, place + 2) << 16) | (at8(bytes, place + 3) << 24)
  );
}

function at8(bytes: Uint8Array, place: number): number {
  return bytes[place] as number;
}

/** As the interface and storage write it: eight bytes, largest first, in base64. */
export function toBase64(sum: bigint): string {
  let text = "";
  for (let shift = 56n; shift >= 0n; shift -= 8n) text += String.fromCharCode(Number((sum >> shift) & 255n));
  return btoa(text);
}

export function fromBase64(text: string): bigint {
  let sum = 0n;
  for (const character of atob(text)) sum = (sum << 8n) | BigInt(character.charCodeAt(0));
  return sum;
}

export function crc64(bytes: Uint8Array): bigint {
  return new Crc64().update(bytes).value();
}

/** The units in which people name limits; sizes are decimal on every page. */
export const SIZE_UNITS = ["MB", "GB", "TB"] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

const BYTES: Record<SizeUnit, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };

export interface ShownSize {
  amount: number;
  unit: SizeUnit;
}

/** A number of bytes in the largest unit of which it is at least one; 0 is no limit. */
export function shownSize(bytes: number): ShownSize {
  const unit = [...SIZE_UNITS].reverse().find((each) => bytes >= BYTES[each]) ?? "MB";
  return { amount: bytes / BYTES[unit], unit: bytes === 0 ? "GB" : unit };
}

export function bytesOf({ amount, unit }: ShownSize): number {
  return Math.max(0, Math.round(amount * BYTES[unit]));
}

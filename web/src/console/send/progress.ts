import type { Language } from "../../texts/languages";
import type { Snapshot, UploadItem } from "../../uploader";

/** How much is sent, from 0 to 1. An upload of empty files only is done when they are. */
export function shareOf({
  sentBytes,
  totalBytes,
  counts,
}: Pick<Snapshot, "sentBytes" | "totalBytes" | "counts">): number {
  if (totalBytes > 0) return Math.min(1, sentBytes / totalBytes);
  return counts.files > 0 ? counts.done / counts.files : 0;
}

/** Rounded as people speak: `14 min`, `2 hr, 10 min`. Undefined below a minute. */
export function formatLeft(language: Language, seconds: number): string | undefined {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return undefined;
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  if (minutes < 60) return unit(minutes, "minute");
  // Beyond an hour nobody needs single minutes.
  const rounded = Math.round(minutes / 10) * 10;
  const hours = Math.floor(rounded / 60);
  const rest = rounded % 60;
  const parts = rest === 0 ? [unit(hours, "hour")] : [unit(hours, "hour"), unit(rest, "minute")];
  return new Intl.ListFormat(language, { type: "unit", style: "short" }).format(parts);
}

const STEPS = [0.25, 0.5, 0.75, 1];

/** The last quarter that was reached: screen readers hear of these and not of every tick. */
export function quarterOf(share: number): number {
  return STEPS.findLast((step) => share >= step) ?? 0;
}

/** What a package is called when nobody says: after the first folder or file. */
export function nameAfter(items: readonly Pick<UploadItem, "path" | "name" | "state">[]): string {
  const first = items.find((item) => item.state !== "refused");
  if (!first) return "";
  const top = first.path.split("/")[0];
  return top || first.name;
}

export function secondsUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

import { formatNumber, formatPercent, formatSize } from "../texts/format";
import type { Texts } from "../texts/texts";
import type { Fault, FileRules, Snapshot, UploadItem, Waiting } from "../uploader";

const MINUTE = 60;
const HOUR = 3_600;

/** What may be sent, told before anything is chosen. */
export function limitWords({ say, language }: Texts, rules: FileRules): string[] {
  const lines: string[] = [];
  if (rules.maxFileCount) {
    lines.push(say("portal-limit-count", { count: rules.maxFileCount }));
  }
  if (rules.maxFileSize) lines.push(say("portal-limit-file", { size: formatSize(language, rules.maxFileSize) }));
  if (rules.maxPackageSize) lines.push(say("portal-limit-total", { size: formatSize(language, rules.maxPackageSize) }));
  if (rules.fileTypes?.length) {
    const types = rules.fileTypes.join(" ");
    lines.push(say(rules.refusesFileTypes ? "portal-limit-types-not" : "portal-limit-types", { types }));
  }
  return lines;
}

/** Rounded, so that it does not flicker: nobody plans by seconds. */
export function timeLeftWords({ say }: Texts, seconds: number): string {
  if (seconds < 15) return say("portal-left-moment");
  if (seconds < 55) return say("portal-left-seconds", { count: Math.round(seconds / 10) * 10 });
  if (seconds < 59.5 * MINUTE) return say("portal-left-minutes", { count: Math.max(1, Math.round(seconds / MINUTE)) });
  const hours = seconds / HOUR;
  if (hours < 48)
    return say("portal-left-hours", { count: hours < 10 ? Math.round(hours * 2) / 2 : Math.round(hours) });
  return say("portal-left-days", { count: Math.round(hours / 24) });
}

/** Between 0 and 1; a package of empty files is measured by its files. */
export function shareOf({ sentBytes, totalBytes, counts, phase }: Snapshot): number {
  if (phase === "done") return 1;
  if (totalBytes > 0) return Math.min(1, sentBytes / totalBytes);
  return counts.files ? counts.done / counts.files : 0;
}

/** Never a hundred before the end: the last percent is the one that people wait for. */
export function percentWords({ language }: Texts, share: number): string {
  return formatPercent(language, share >= 1 ? 1 : Math.min(0.99, Math.floor(share * 100) / 100));
}

export function progressWords(texts: Texts, upload: Snapshot): string {
  const { say, language } = texts;
  const { counts, sentBytes, totalBytes } = upload;
  return say("portal-progress", {
    done: formatNumber(language, counts.done),
    count: counts.files,
    sent: formatSize(language, sentBytes),
    total: formatSize(language, totalBytes),
  });
}

export function speedWords(texts: Texts, upload: Snapshot): string {
  const { say, language } = texts;
  if (upload.phase !== "sending" || upload.bytesPerSecond < 1) return "";
  const speed = say("portal-speed", { size: formatSize(language, upload.bytesPerSecond) });
  return upload.secondsLeft === undefined ? speed : `${speed} · ${timeLeftWords(texts, upload.secondsLeft)}`;
}

/** The state of a file in words; its colour only repeats them. */
export function stateWords(texts: Texts, item: UploadItem): string {
  const { say } = texts;
  if (item.fault) return faultWords(texts, item.fault);
  if (item.state === "sending") {
    return say("portal-state-sending", { percent: percentWords(texts, item.size ? item.sentBytes / item.size : 0) });
  }
  if (item.state === "listed") return item.kind === "folder" ? say("portal-empty-folder") : "";
  return say(`portal-state-${item.state}`);
}

export function faultWords({ say }: Texts, fault: Fault): string {
  if (fault.kind === "package-gone" && !fault.message) return say("portal-fault-package-gone-plain");
  return say(`portal-fault-${fault.kind}`, { reason: fault.message ?? "" });
}

export function waitingWords({ say }: Texts, waiting: Waiting, now: number): string {
  const seconds = Math.max(0, Math.ceil((waiting.until - now) / 1000));
  return `${say(`portal-waiting-${waiting.reason}`)} ${say("portal-waiting-again", { seconds })}`;
}

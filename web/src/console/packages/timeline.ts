import type { Schemas } from "../../api/client";
import type { IconName, Tone } from "../../kit";
import type { Say } from "../../texts/texts";

export type TimelineRecord = Schemas["TimelineRecord"] & { count?: number | null };

const ICONS: Record<TimelineRecord["kind"], IconName> = {
  created: "add",
  form: "form",
  finalized: "check",
  scan: "shield",
  mail: "mail",
  transfer: "cloud",
  webhook: "hook",
  link: "link",
  download: "download",
  changed: "edit",
  expired: "clock",
  archived: "archive",
};

const GOOD = ["finalized", "clean", "sent", "complete", "delivered"];
const BAD = ["infected", "failed", "error", "exhausted"];

export function iconOf(record: Pick<TimelineRecord, "kind">): IconName {
  return ICONS[record.kind] ?? "info";
}

export function toneOf({ state }: Pick<TimelineRecord, "state">): Tone {
  if (BAD.includes(state)) return "bad";
  return GOOD.includes(state) ? "good" : "plain";
}

/** What happened, in a sentence. A state that is younger than this page is told by its kind. */
export function sentenceOf(say: Say, record: TimelineRecord): string {
  const variables = {
    title: record.title ?? "",
    actor: record.actor,
    detail: record.detail,
    count: record.count ?? 0,
    has_actor: record.actor === "" ? "no" : "yes",
  };
  const name = `packages-timeline-${record.kind}-${record.state.replaceAll("_", "-")}`;
  const told = say(name, variables);
  return told === name ? say(`packages-timeline-${record.kind}`, variables) : told;
}

/** Beneath the sentence: the reason of a failure. The event of a webhook is in its sentence already. */
export function detailOf(say: Say, { kind, detail, state }: Pick<TimelineRecord, "kind" | "detail" | "state">): string {
  if (kind === "webhook" && !BAD.includes(state)) return "";
  if (kind !== "scan" || state !== "not_scanned") return detail;
  const name = `packages-scan-reason-${detail.replaceAll(" ", "-")}`;
  const told = say(name);
  return told === name ? detail : told;
}

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textsOf } from "../../texts/texts";
import { detailOf, sentenceOf, type TimelineRecord, toneOf } from "./timeline";

const file = new URL("../../../../crates/texts/locales/en/console-packages.ftl", import.meta.url);
const { say } = textsOf("en", [readFileSync(file, "utf8")]);

const blank: TimelineRecord = {
  at: "2026-11-15T12:00:00.000Z",
  kind: "created",
  state: "",
  detail: "",
  actor: "",
  id: "",
};

describe("the timeline", () => {
  it.each<[Partial<TimelineRecord>, string, string, string]>([
    [{ kind: "created", state: "created", actor: "a@example.org" }, "Created by a@example.org", "", "plain"],
    [{ kind: "created", state: "created" }, "Created", "", "plain"],
    [{ kind: "finalized", state: "finalized", count: 1 }, "Sent (1 file)", "", "good"],
    [
      { kind: "scan", state: "not_scanned", count: 2, detail: "too large" },
      "2 files not scanned",
      "The files are too large to scan.",
      "plain",
    ],
    [
      { kind: "scan", state: "not_scanned", count: 1, detail: "off" },
      "1 file not scanned",
      "Scanning is turned off.",
      "plain",
    ],
    [
      { kind: "scan", state: "not_scanned", count: 1, detail: "timeout" },
      "1 file not scanned",
      "The scan took too long.",
      "plain",
    ],
    [{ kind: "scan", state: "not_scanned", count: 1, detail: "of later" }, "1 file not scanned", "of later", "plain"],
    [{ kind: "scan", state: "infected", title: "a.exe", detail: "Eicar" }, "Virus found in a.exe", "Eicar", "bad"],
    [
      { kind: "mail", state: "failed", actor: "b@example.org", detail: "no such user" },
      "Email to b@example.org failed",
      "no such user",
      "bad",
    ],
    [
      { kind: "webhook", state: "delivered", title: "Ingest", detail: "package.finalized" },
      "Webhook “Ingest”: package.finalized",
      "",
      "good",
    ],
    [
      { kind: "webhook", state: "exhausted", title: "Ingest", detail: "package.finalized" },
      "Webhook “Ingest” failed",
      "package.finalized",
      "bad",
    ],
    [{ kind: "link", state: "of a later version" }, "Link", "", "plain"],
  ])("%j", (change, sentence, detail, tone) => {
    const record = { ...blank, ...change };
    expect(sentenceOf(say, record)).toBe(sentence);
    expect(detailOf(say, record)).toBe(detail);
    expect(toneOf(record)).toBe(tone);
  });
});

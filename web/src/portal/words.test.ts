import { describe, expect, it } from "vitest";
import type { Texts } from "../texts/texts";
import type { Snapshot, UploadItem } from "../uploader";
import { limitWords, percentWords, shareOf, stateWords, timeLeftWords, waitingWords } from "./words";

/** Says the name of the text and its variables. */
const texts: Texts = {
  language: "en",
  say: (name, variables) => [name, ...Object.values(variables ?? {})].join(" "),
};

describe("limits", () => {
  it("are told one by one", () => {
    const rules = { maxFileCount: 20, maxFileSize: 50e9, maxPackageSize: 1e12, fileTypes: [".mov", ".mxf"] };
    expect(limitWords(texts, rules)).toEqual([
      "portal-limit-count 20",
      "portal-limit-file 50 GB",
      "portal-limit-total 1 TB",
      "portal-limit-types .mov .mxf",
    ]);
    expect(limitWords(texts, { fileTypes: [".exe"], refusesFileTypes: true })).toEqual(["portal-limit-types-not .exe"]);
    expect(limitWords(texts, { maxFileCount: 0 })).toEqual([]);
  });
});

describe("the time left", () => {
  it.each([
    [3, "portal-left-moment"],
    [22, "portal-left-seconds 20"],
    [58, "portal-left-minutes 1"],
    [14 * 60 + 10, "portal-left-minutes 14"],
    [5_400, "portal-left-hours 1.5"],
    [36 * 3600, "portal-left-hours 36"],
    [5 * 86400, "portal-left-days 5"],
  ])("of %d seconds is %s", (seconds, words) => expect(timeLeftWords(texts, seconds)).toBe(words));
});

describe("the share", () => {
  it.each([
    [50, 100, "sending", 0.5],
    [0, 0, "sending", 0.25],
    [0, 0, "done", 1],
    [120, 100, "sending", 1],
  ])("of %d in %d while %s is %d", (sentBytes, totalBytes, phase, share) => {
    const counts = { files: 4, done: 1 };
    expect(shareOf({ sentBytes, totalBytes, phase, counts } as unknown as Snapshot)).toBe(share);
  });

  it("is a hundred percent only at the end", () => {
    expect(percentWords(texts, 0.9999)).toBe("99%");
    expect(percentWords(texts, 1)).toBe("100%");
    expect(percentWords(texts, 0.006)).toBe("0%");
  });
});

describe("states", () => {
  it.each([
    [{ state: "waiting" }, "portal-state-waiting"],
    [{ state: "sending", size: 10, sentBytes: 5 }, "portal-state-sending 50%"],
    [{ state: "failed", fault: { kind: "refused", message: "no" } }, "portal-fault-refused no"],
    [{ state: "listed", kind: "folder" }, "portal-empty-folder"],
    [{ state: "listed", kind: "file" }, ""],
  ])("%j", (item, words) => expect(stateWords(texts, item as UploadItem)).toBe(words));

  it("count down", () => {
    const words = waitingWords(texts, { reason: "offline", until: 10_400 }, 8_000);
    expect(words).toBe("portal-waiting-offline portal-waiting-again 3");
  });
});

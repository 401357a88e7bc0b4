import type { Schemas } from "../../api/client";

export type FilterRule = Schemas["FilterRule"];
export type FilterAction = "include" | "exclude";

/** A pattern while it is edited; the key tells it from another with the same text. */
export interface DraftPattern {
  key: number;
  text: string;
}

/**
 * A filter while it is edited. Rules must differ in what they look at, and the file name is all there is to look at:
 * so there is one rule to edit, and whatever other rules the server may know one day are kept behind it.
 */
export interface FilterDraft {
  name: string;
  action: FilterAction;
  patterns: DraftPattern[];
  otherRules: FilterRule[];
}

export const EMPTY_FILTER: FilterDraft = {
  name: "",
  action: "include",
  patterns: [{ key: 0, text: "" }],
  otherRules: [],
};

export function filterDraftOf(filter: { name: string; rules: FilterRule[] }): FilterDraft {
  const rule = filter.rules.find(isOfNames);
  const texts = rule?.values ?? [""];
  return {
    name: filter.name,
    action: rule?.action === "exclude" ? "exclude" : "include",
    patterns: texts.map((text, key) => ({ key, text })),
    otherRules: filter.rules.filter((each) => each !== rule),
  };
}

function isOfNames(rule: FilterRule): boolean {
  return rule.criterion === "file_name" && rule.operator === "regex_match";
}

/** The rules as they are sent. Empty lines are left out, unless nothing else is there: then the server says why. */
export function rulesOf(draft: FilterDraft): FilterRule[] {
  const values = draft.patterns.map((pattern) => pattern.text).filter((text) => text !== "");
  return [{ action: draft.action, criterion: "file_name", operator: "regex_match", values }, ...draft.otherRules];
}

export function withPattern(draft: FilterDraft, text = ""): FilterDraft {
  const key = Math.max(-1, ...draft.patterns.map((pattern) => pattern.key)) + 1;
  return { ...draft, patterns: [...draft.patterns, { key, text }] };
}

export function withoutPattern(draft: FilterDraft, key: number): FilterDraft {
  const patterns = draft.patterns.filter((pattern) => pattern.key !== key);
  return { ...draft, patterns: patterns.length > 0 ? patterns : [{ key: key + 1, text: "" }] };
}

/** A pattern for names with one of these endings, for those who do not write patterns. */
export function endingPattern(endings: string): string | undefined {
  const words = endings
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^\*?\.*/, ""))
    .filter((each) => each !== "")
    .map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (words.length === 0) return undefined;
  return words.length === 1 ? `(?i)\\.${words[0]}$` : `(?i)\\.(${words.join("|")})$`;
}

/** The server's complaint about `rules[0].values[2]`, at the pattern that was sent third. */
export function patternComplaints(
  sent: FilterDraft,
  errors: { field: string; message: string }[],
): Map<number, string> {
  const filled = sent.patterns.filter((pattern) => pattern.text !== "");
  const complaints = new Map<number, string>();
  for (const { field, message } of errors) {
    const number = /^rules\[0\]\.values\[(\d+)\]$/.exec(field)?.[1];
    const pattern = number === undefined ? sent.patterns[0] : filled[Number(number)];
    if (pattern && field.startsWith("rules")) complaints.set(pattern.key, message);
  }
  return complaints;
}

/** The names to try, one on each line. */
export function namesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

import { describe, expect, it } from "vitest";
import {
  EMPTY_FILTER,
  endingPattern,
  type FilterDraft,
  filterDraftOf,
  namesOf,
  patternComplaints,
  rulesOf,
  withoutPattern,
  withPattern,
} from "./draft";

const RULE = { action: "exclude", criterion: "file_name", operator: "regex_match", values: ["^\\.", "tmp$"] };

describe("a filter in the editor", () => {
  it("is sent as it was read", () => {
    const other = { ...RULE, criterion: "size" };
    expect(rulesOf(filterDraftOf({ name: "a", rules: [RULE, other] }))).toEqual([RULE, other]);
  });

  it("leaves out empty lines", () => {
    const draft = withPattern(withPattern({ ...EMPTY_FILTER, patterns: [] }, "a"));
    expect(rulesOf(draft)[0]?.values).toEqual(["a"]);
  });

  it("always has a line to write on", () => {
    expect(withoutPattern(EMPTY_FILTER, 0).patterns).toEqual([{ key: 1, text: "" }]);
  });
});

describe("endings", () => {
  it.each([
    ["mov", "(?i)\\.mov$"],
    [".mov, *.mxf", "(?i)\\.(mov|mxf)$"],
    ["c++", "(?i)\\.c\\+\\+$"],
    [" , ", undefined],
  ])("%j become %j", (endings, pattern) => expect(endingPattern(endings)).toBe(pattern));

  it("find what they are for", () => {
    const pattern = new RegExp((endingPattern("mov mxf") ?? "").replace("(?i)", ""), "i");
    expect(["a.MOV", "b.mxf", "mov", "a.mov.txt"].map((name) => pattern.test(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("complaints of the server", () => {
  const sent: FilterDraft = {
    ...EMPTY_FILTER,
    patterns: [
      { key: 4, text: "" },
      { key: 5, text: "a" },
      { key: 6, text: "(" },
    ],
  };
  it("stand at their pattern", () => {
    const errors = [
      { field: "rules[0].values[1]", message: "open" },
      { field: "name", message: "required" },
    ];
    expect([...patternComplaints(sent, errors)]).toEqual([[6, "open"]]);
  });
  it("of the whole rule stand at the first", () => {
    expect([...patternComplaints(sent, [{ field: "rules[0].values", message: "none" }])]).toEqual([[4, "none"]]);
  });
});

describe("names to try", () => {
  it("are lines, each once", () => expect(namesOf(" a.mov \r\n\nb c.txt\na.mov")).toEqual(["a.mov", "b c.txt"]));
});

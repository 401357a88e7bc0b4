import { describe, expect, it } from "vitest";
import { formatSize, isNever, shownName } from "./format";
import { languageOfTag } from "./languages";

describe("sizes", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1 kB"],
    [999_950, "1 MB"],
    [41_200_000_000, "41.2 GB"],
    [15_000_000_000_000, "15 TB"],
    [-5, "0 bytes"],
  ])("%d bytes are %s", (bytes, shown) => expect(formatSize("en", bytes)).toBe(shown));

  it("follows the reader's writing", () => expect(formatSize("de", 1_500_000)).toBe("1,5 MB"));
});

describe("names", () => {
  it("shows no mark that turns the writing direction", () => expect(shownName("a\u202egpj.exe")).toBe("agpj.exe"));
});

describe("times", () => {
  it("knows the zero date", () => {
    expect(isNever("0001-01-01T00:00:00.000Z")).toBe(true);
    expect(isNever("2026-11-15T00:00:00.000Z")).toBe(false);
    expect(isNever(undefined)).toBe(true);
  });
});

describe("languages", () => {
  it.each([
    ["de-AT", "de"],
    ["pt", "pt-BR"],
    ["nl", undefined],
    ["", undefined],
  ])("%s is %s", (tag, language) => expect(languageOfTag(tag)).toBe(language));
});

import { describe, expect, it } from "vitest";
import { addressesOf, bytesOf, fileTypesOf, shownSize } from "./measures";

describe("limits", () => {
  it.each([
    [0, 0, "GB"],
    [1_500_000, 1.5, "MB"],
    [500_000, 0.5, "MB"],
    [50_000_000_000, 50, "GB"],
    [15_000_000_000_000, 15, "TB"],
  ])("%d bytes are %d %s, and back", (bytes, amount, unit) => {
    expect(shownSize(bytes)).toEqual({ amount, unit });
    expect(bytesOf(shownSize(bytes))).toBe(bytes);
  });
});

describe("lists that people type", () => {
  it("takes endings in every spelling", () => {
    expect(fileTypesOf("mov, *.MXF;.wav  .tar.gz mov")).toEqual([".mov", ".mxf", ".wav", ".tar.gz"]);
    expect(fileTypesOf(" , ")).toEqual([]);
  });

  it("takes addresses as mail programs copy them", () => {
    expect(addressesOf("Anna <anna@example.org>, bo@example.org\nbo@example.org;")).toEqual([
      "anna@example.org",
      "bo@example.org",
    ]);
  });
});

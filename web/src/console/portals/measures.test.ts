import { describe, expect, it } from "vitest";
import { addressesOf, fileTypesOf } from "./measures";

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

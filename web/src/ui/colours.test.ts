import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../facts/colours";
import { brandOf, isColour, longColour } from "./colours";

describe("a brand", () => {
  it.each(EXAMPLES)("%s has the colours of the server", (colour, brand, onBrand, hover) => {
    expect(brandOf(colour)).toEqual({ brand, onBrand, hover });
  });

  it.each(["", "red", "#12", "#1234", "#12345g", "1a2b3c", "url(x)"])("is none in %j", (text) => {
    expect(isColour(text)).toBe(false);
    expect(brandOf(text)).toBeUndefined();
  });

  it.each([
    ["#abc", "#aabbcc"],
    ["#F0a", "#ff00aa"],
    ["#000", "#000000"],
    ["#fff", "#FFFFFF"],
    ["#d40", "#dd4400"],
  ])("is the same as %s and as %s", (short, long) => {
    expect(brandOf(short)).toBeDefined();
    expect(brandOf(short)).toEqual(brandOf(long));
  });

  it("is spelt out for the browser's field", () => expect(longColour("#AbC")).toBe("#aabbcc"));
});

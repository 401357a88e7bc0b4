import { describe, expect, it } from "vitest";
import { brandOf, contrastOf, isColour, longColour } from "./colours";

describe("a brand", () => {
  it.each([
    ["#2446c8", "#ffffff"],
    ["#ffdd00", "#000000"],
    ["#fff", "#000000"],
    ["#000", "#ffffff"],
  ])("on %s letters are %s", (colour, letters) => expect(brandOf(colour)?.onBrand).toBe(letters));

  it("can be read in every colour", () => {
    for (let number = 0; number < 4096; number += 7) {
      const brand = brandOf(`#${number.toString(16).padStart(3, "0")}`);
      expect(brand).toBeDefined();
      if (!brand) continue;
      expect(contrastOf(brand.brand, brand.onBrand)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(brand.hover, brand.onBrand)).toBeGreaterThanOrEqual(4.5);
    }
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

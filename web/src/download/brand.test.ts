import { describe, expect, it } from "vitest";
import { brandColours, contrast } from "./brand";

describe("brand colours", () => {
  it("can always be read, also while the pointer is on them", () => {
    for (let index = 0; index < 4096; index += 7) {
      const hex = `#${index.toString(16).padStart(3, "0")}`;
      const colours = brandColours(hex);
      if (!colours) throw new Error(`${hex} is a colour`);
      expect(contrast(colours.brand, colours.onBrand), hex).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours.brandHover, colours.onBrand), hex).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(["", "red", "#12", "url(x)", "#12345g"])("are not made of %s", (text) =>
    expect(brandColours(text)).toBeUndefined(),
  );
});

import { describe, expect, it } from "vitest";
import { drawQrCode } from "./QrCode";

const modules = (version: number) => 17 + 4 * version;

describe("QR codes", () => {
  it.each([
    [14, 1],
    [15, 2],
    [180, 9],
    [181, 10],
    [213, 10],
  ])("draw %d bytes as version %d", (bytes, version) => {
    expect(drawQrCode("x".repeat(bytes))?.size).toBe(modules(version));
  });

  it("are left out for longer texts", () => expect(drawQrCode("x".repeat(214))).toBeUndefined());

  it("count bytes and not letters", () => expect(drawQrCode("\u00e9\u{1f600}".repeat(36))).toBeUndefined());

  it("are drawn inside the square that the border surrounds", () => {
    const { size, path } = drawQrCode("otpauth://totp/Tonnage:anna?secret=JBSWY3DP&issuer=Tonnage") ?? {
      size: 0,
      path: "",
    };
    const numbers = path.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.min(...numbers)).toBe(0);
    expect(Math.max(...numbers)).toBe(size);
  });
});

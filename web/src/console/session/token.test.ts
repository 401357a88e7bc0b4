import { describe, expect, it } from "vitest";
import { isDue, lifeOf } from "./token";

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_")}.x`;

describe("the life of a token", () => {
  const day = token({ iat: 1_000, exp: 3_000 });
  it.each([
    [1_000_000, false],
    [1_999_999, false],
    [2_000_000, true],
    [9_000_000, true],
  ])("at %d it is due: %s", (now, due) => expect(isDue(day, now)).toBe(due));

  it.each(["", "x", "a.b.c", token({ exp: 3 })])("%j tells nothing", (text) => {
    expect(lifeOf(text)).toBeUndefined();
    expect(isDue(text, 9e15)).toBe(false);
  });
});

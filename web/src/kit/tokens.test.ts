import { describe, expect, it } from "vitest";
import { withTokens } from "./tokens";

describe("tokens", () => {
  it.each([
    [[], "a@example.org", ["a@example.org"]],
    [["a"], "b, c;d\ne", ["a", "b", "c", "d", "e"]],
    [["a"], "a", ["a"]],
    [["a"], " , ", ["a"]],
  ])("%j with %j", (value, text, all) => expect(withTokens(value, text)).toEqual(all));
});

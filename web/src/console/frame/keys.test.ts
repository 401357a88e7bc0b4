import { describe, expect, it } from "vitest";
import { keyOf } from "./keys";

const plain = { ctrlKey: false, metaKey: false, altKey: false, isTyping: false };

describe("single keys", () => {
  it.each([
    [{ ...plain, key: "/" }, "search"],
    [{ ...plain, key: "?" }, "help"],
    [{ ...plain, key: "n" }, "create"],
    [{ ...plain, key: "x" }, undefined],
    [{ ...plain, key: "n", isTyping: true }, undefined],
    [{ ...plain, key: "n", ctrlKey: true }, undefined],
    [{ ...plain, key: "n", metaKey: true }, undefined],
  ])("%j", (pressed, key) => expect(keyOf(pressed)).toBe(key));
});

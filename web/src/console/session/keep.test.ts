import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetToken, keepToken, readToken } from "./token";

/** What other tabs hear: each change of the storage that they share, with what is in it when they come to look. */
let heard: (string | null)[];

function storage(hasListeners: boolean) {
  const content = new Map<string, string>();
  const tell = () => hasListeners && heard.push(content.get("tonnage.token") ?? null);
  return {
    getItem: (name: string) => content.get(name) ?? null,
    setItem: (name: string, value: string) => {
      content.set(name, value);
      tell();
    },
    removeItem: (name: string) => {
      if (content.delete(name)) tell();
    },
  };
}

beforeEach(() => {
  heard = [];
  vi.stubGlobal("localStorage", storage(true));
  vi.stubGlobal("sessionStorage", storage(false));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a token that tabs share", () => {
  it("is renewed without a moment in which there is none", () => {
    keepToken({ token: "one", stays: true });
    keepToken({ token: "two", stays: true });
    // A tab that finds no token takes it for a sign-out, and ends its upload.
    expect(heard).toEqual(["one", "two"]);
    expect(readToken()).toEqual({ token: "two", stays: true });
  });

  it("is in one place only", () => {
    keepToken({ token: "one", stays: false });
    keepToken({ token: "two", stays: true });
    expect(readToken()).toEqual({ token: "two", stays: true });
    forgetToken();
    expect(readToken()).toBeUndefined();
  });
});

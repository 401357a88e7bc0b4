import { describe, expect, it } from "vitest";
import {
  doubledNames,
  EMPTY_WEBHOOK,
  objectOf,
  pairsOf,
  urlProblem,
  webhookBodyOf,
  webhookDraftOf,
  withPair,
} from "./draft";

const TIME = "2026-11-15T00:00:00.000Z";

describe("a webhook in the editor", () => {
  it("is sent as it was read", () => {
    const body = {
      name: "Hook",
      url: "https://example.org/hook",
      method: "PUT",
      active: false,
      events: ["package.created"],
      headers: { Authorization: "Bearer x" },
      body_extras: { show: "Film" },
    };
    const read = { ...body, id: "01W", connections: 2, created_at: TIME, updated_at: TIME };
    expect(webhookBodyOf(webhookDraftOf(read))).toEqual(body);
  });

  it("leaves out lines without a name", () => {
    const headers = [...withPair([]), { key: 7, name: " X-Key ", value: " kept " }];
    expect(webhookBodyOf({ ...EMPTY_WEBHOOK, headers }).headers).toEqual({ "X-Key": " kept " });
  });
});

describe("pairs", () => {
  it("come back as they were", () => expect(objectOf(pairsOf({ a: "1", b: "" }))).toEqual({ a: "1", b: "" }));

  it("are told apart by their names", () => {
    const pairs = pairsOf({ "X-Key": "1", "x-key": "2", other: "3" });
    expect([...doubledNames(pairs, true)]).toEqual([1]);
    expect([...doubledNames(pairs, false)]).toEqual([]);
    expect([...doubledNames(withPair(withPair([])), true)]).toEqual([]);
  });
});

describe("addresses", () => {
  it.each([
    ["https://example.org/hook?a=b", undefined],
    [" http://example.org ", undefined],
    ["", "missing"],
    ["example.org", "no-address"],
    ["ftp://example.org", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://a:b@example.org", "user"],
  ])("%j: %j", (text, problem) => expect(urlProblem(text)).toBe(problem));
});

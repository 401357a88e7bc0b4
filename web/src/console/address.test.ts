import { describe, expect, it } from "vitest";
import { changed, listOf, pageOfSearch, parseSearch, writeSearch } from "./address";

describe("the address", () => {
  it.each([
    ["?name=a%20b&page=2", { name: "a b", page: "2" }, "?name=a+b&page=2"],
    ["?tags=x&tags=y", { tags: "x,y" }, "?tags=x,y"],
    ["?sender=a@example.org", { sender: "a@example.org" }, "?sender=a@example.org"],
    ["", {}, ""],
  ])("%s", (text, search, written) => {
    expect(parseSearch(text)).toEqual(search);
    expect(writeSearch(search)).toBe(written);
  });

  it("forgets the page when anything else changes", () => {
    expect(changed({ page: "3", name: "a" }, { name: "b" })).toEqual({ name: "b" });
    expect(changed({ name: "a" }, { page: "2" })).toEqual({ name: "a", page: "2" });
    expect(changed({ name: "a" }, { name: undefined })).toEqual({});
  });

  it.each([
    ["2", 2],
    ["0", 1],
    ["-1", 1],
    ["1.5", 1],
    ["x", 1],
    [undefined, 1],
  ])("page %s is %d", (page, number) => expect(pageOfSearch(page === undefined ? {} : { page })).toBe(number));

  it("splits lists", () => expect(listOf("a,,b")).toEqual(["a", "b"]));
});

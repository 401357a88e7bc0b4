import { describe, expect, it } from "vitest";
import { Keeper, splitAddress } from "./secret";

describe("the address", () => {
  it.each([
    ["https://a.example/d/L1?secret=s3", "s3", "/d/L1"],
    ["https://a.example/d/L1?lang=de&secret=a%2Bb#x", "a+b", "/d/L1?lang=de#x"],
    ["https://a.example/d/L1", "", "/d/L1"],
  ])("%s", (href, secret, clean) => expect(splitAddress(href)).toEqual({ secret, clean }));
});

describe("what is kept", () => {
  it("is found again by another page of the same tab", () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    };
    new Keeper("L1", storage).write({ secret: "s" });
    expect(new Keeper("L1", storage).read()).toEqual({ secret: "s" });
    expect(new Keeper("L2", storage).read()).toBeUndefined();
  });

  it("lives in memory where nothing may be stored", () => {
    const storage = {
      getItem: (): string => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("forbidden");
      },
    };
    const keeper = new Keeper("L1", storage);
    expect(keeper.read()).toBeUndefined();
    keeper.write({ secret: "s" });
    expect(keeper.read()).toEqual({ secret: "s" });
  });
});

import { describe, expect, it } from "vitest";
import type { TreeFile } from "../tree";
import { numbered, planOf, safeName } from "./names";

describe("names", () => {
  it.each([
    ["reel.mov", "reel.mov"],
    ['a<b>:"c', "a_b___c"],
    ["..", "__"],
    ["end. ", "end__"],
    ["CON.txt", "_CON.txt"],
    ["a\u202egpj.exe", "a_gpj.exe"],
    ["", "_"],
  ])("%s is saved as %s", (name, safe) => expect(safeName(name)).toBe(safe));

  it("are numbered before their ending", () => {
    expect(numbered("a.tar.gz", 2)).toBe("a.tar (2).gz");
    expect(numbered(".hidden", 3)).toBe(".hidden (3)");
  });
});

const file = (id: string, folders: string[], name: string): TreeFile => ({
  id,
  name,
  size: 1,
  offer: "offered",
  folders,
  crc32: "",
});

describe("the plan", () => {
  it("lets no two files share a place", () => {
    const plan = planOf(
      [file("1", ["A"], "x.txt"), file("2", ["a"], "x.txt"), file("3", ["A"], "X.txt"), file("4", [], "A")],
      [],
    );
    expect(plan.files.map((each) => [...each.folders, each.name].join("/"))).toEqual([
      "A/x.txt",
      "a (2)/x.txt",
      "A/X (2).txt",
      "A (3)",
    ]);
  });

  it("keeps empty folders, also below others", () =>
    expect(planOf([file("1", ["a"], "f")], [["a", "b:"]]).folders).toEqual([["a", "b_"]]));
});

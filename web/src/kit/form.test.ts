import { describe, expect, it } from "vitest";
import { CallError } from "../api/client";
import { fieldErrors, isTold } from "./form";

interface Values {
  name: string;
  tag: string;
}

const FIELDS = ["name", "tag"] as const;

function refused(...fields: string[]): CallError {
  const details = fields.map((field) => ({ field, message: `${field} is wrong` }));
  return new CallError(400, 65537, "bad input", details, "R1", undefined, {});
}

describe("errors at their fields", () => {
  it.each([
    [["name"], { name: "name is wrong" }, true],
    [["tag.name"], { tag: "tag.name is wrong" }, true],
    [["tag[0]", "tag[1]"], { tag: "tag[0] is wrong" }, true],
    [["names"], {}, false],
    [["name", "size"], { name: "name is wrong" }, false],
    [[], {}, false],
  ])("%j", (fields, found, told) => {
    const error = refused(...fields);
    expect(fieldErrors<Values>(error, FIELDS)).toEqual(found);
    expect(isTold<Values>(error, FIELDS)).toBe(told);
  });

  it("knows nothing of other failures", () => {
    expect(fieldErrors<Values>(new Error("name"), FIELDS)).toEqual({});
    expect(isTold<Values>(new Error("name"), FIELDS)).toBe(false);
  });
});

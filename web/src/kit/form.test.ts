import { describe, expect, it } from "vitest";
import { CallError } from "../api/client";
import { fieldErrors, isTold, rebased } from "./form";

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

describe("a form that follows the server", () => {
  const start = { name: "Dailies", days: 7, mails: ["a@x.example"] };

  it("takes what others save, and keeps what was typed", () => {
    const typed = { ...start, name: "Rushes" };
    const now = { ...start, days: 14, mails: ["b@x.example"] };
    expect(rebased(typed, start, now)).toEqual({ name: "Rushes", days: 14, mails: ["b@x.example"] });
  });

  it("keeps what was typed where others changed the same", () => {
    expect(rebased({ ...start, days: 3 }, start, { ...start, days: 14 }).days).toBe(3);
  });

  it("is what the server has, if nobody has typed", () => {
    const now = { ...start, name: "Other" };
    expect(rebased({ ...start }, start, now)).toEqual(now);
  });
});

import { describe, expect, it } from "vitest";
import {
  answersOf,
  chosenOptions,
  gives,
  mistakes,
  OWN_DESCRIPTION,
  OWN_NAME,
  OWN_SENDER,
  ownFields,
  packageWords,
  shownFields,
  TERMS,
  toggled,
} from "./form";
import type { FormElement, PublicPortal } from "./portal";

const portal = { terms_of_service_enabled: false } as PublicPortal;
let position = 0;
function field(type: FormElement["type"], more: Partial<FormElement> = {}): FormElement {
  position += 1;
  return { name: type, label: type, type, visibility: "optional", default_value: "", options: [], position, ...more };
}
const whole = { [OWN_NAME]: "Dailies", [OWN_SENDER]: "a@b.example" };

describe("fields", () => {
  it("are shown by position, but for hidden ones", () => {
    const form = [
      field("number", { position: 9 }),
      field("url", { position: 2 }),
      field("date", { visibility: "hidden" }),
    ];
    expect(shownFields(form).map(({ type }) => type)).toEqual(["url", "number"]);
  });

  it.each([
    ["required", "", true],
    ["optional", "", true],
    ["readonly", "Fixed", true],
    ["hidden", "Fixed", true],
    ["readonly", "", false],
    ["hidden", " ", false],
  ] as const)("that are %s with %j give a name: %s", (visibility, default_value, given) => {
    const form = [field("package_name", { visibility, default_value })];
    expect(gives(form, "package_name")).toBe(given);
    expect(ownFields(form).name).toBe(!given);
  });

  it("may be several boxes, of which each is on or off", () => {
    const options = ["A", "B, or so", "C"];
    expect(toggled("", "C", options)).toBe("C");
    expect(toggled("C", "A", options)).toBe("A, C");
    expect(toggled("A, C", "C", options)).toBe("A");
    expect(chosenOptions("B, or so", options)).toEqual(["B, or so"]);
    expect(chosenOptions("", options)).toEqual([]);
  });
});

describe("mistakes", () => {
  it.each([
    ["email", "x", "email"],
    ["email", "a@b.c", undefined],
    ["email", "", undefined],
    ["sender_email", "", "required"],
    ["url", "javascript:alert(1)", "url"],
    ["url", "https://a.example/x", undefined],
    ["number", "twelve", "number"],
    ["number", "1,5", undefined],
    ["short_text", "", undefined],
  ] as const)("in an optional %s of %j: %s", (type, value, mistake) => {
    const form = [field(type)];
    expect(mistakes(portal, form, { ...whole, [type]: value })[type]).toBe(mistake);
  });

  it.each([
    "checkbox",
    "radio",
    "dropdown",
    "date",
    "short_text",
    "long_text",
    "number",
    "url",
    "email",
    "package_name",
    "package_description",
    "sender_email",
  ] as const)("a required %s must not be empty", (type) => {
    const form = [field(type, { visibility: "required" })];
    expect(mistakes(portal, form, { ...whole, [type]: "  " })).toEqual({ [type]: "required" });
    expect(mistakes(portal, [field(type, { visibility: "readonly" })], whole)).toEqual({});
    expect(mistakes(portal, [field(type, { visibility: "hidden" })], whole)).toEqual({});
  });

  it("in our own fields and in the terms", () => {
    const strict = { terms_of_service_enabled: true } as PublicPortal;
    expect(mistakes(strict, [], {})).toEqual({ [OWN_NAME]: "required", [OWN_SENDER]: "required", [TERMS]: "required" });
    expect(mistakes(strict, [], { ...whole, [TERMS]: "true" })).toEqual({});
    expect(mistakes(portal, [], { ...whole, [OWN_SENDER]: "nobody" })).toEqual({ [OWN_SENDER]: "email" });
  });
});

describe("what is sent", () => {
  it("has a value for every field, the fixed ones as they are", () => {
    const form = [field("short_text"), field("dropdown", { visibility: "readonly", default_value: "X" })];
    expect(answersOf(form, { short_text: "a", dropdown: "changed" })).toEqual({
      short_text: { value: "a" },
      dropdown: { value: "X" },
    });
  });

  it("takes name, description and sender from the form before our own fields", () => {
    const form = [field("package_name"), field("sender_email")];
    const values = {
      package_name: " Reel 4 ",
      sender_email: "",
      [OWN_SENDER]: "a@b.example",
      [OWN_DESCRIPTION]: "Two",
    };
    expect(packageWords(form, values, "a.mov")).toEqual({ name: "Reel 4", description: "Two", sender: "a@b.example" });
    expect(packageWords(form, {}, "a.mov").name).toBe("a.mov");
  });
});

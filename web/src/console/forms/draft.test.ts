import { describe, expect, it } from "vitest";
import { changeForm, EMPTY_FORM, FIELD_TYPES, type FormChange, type FormDraft, typesFor, writtenFields } from "./draft";
import { complaintsOf, formProblems } from "./problems";

function made(...changes: FormChange[]): FormDraft {
  return changes.reduce(changeForm, EMPTY_FORM);
}

const names = (draft: FormDraft) => draft.fields.map((field) => field.name);

describe("fields of a form", () => {
  it("are named after their labels until somebody names them", () => {
    const draft = made(
      { kind: "add", type: "short_text", label: "Text" },
      { kind: "add", type: "short_text", label: "Text" },
      { kind: "change", key: "new-1", change: { label: "Größe des Bildes?" } },
      { kind: "change", key: "new-2", change: { name: "take" } },
      { kind: "change", key: "new-2", change: { label: "Which take" } },
    );
    expect(names(draft)).toEqual(["große_des_bildes", "take"]);
  });

  it("never have the same name by themselves", () => {
    const add: FormChange = { kind: "add", type: "date", label: "映画" };
    expect(names(made(add, add, add))).toEqual(["映画", "映画_2", "映画_3"]);
  });

  it("have keys of their own after one was removed and another added", () => {
    const add: FormChange = { kind: "add", type: "date", label: "a" };
    const draft = made(add, add, { kind: "remove", key: "new-1" }, add);
    expect(draft.fields.map((field) => field.key)).toEqual(["new-2", "new-3"]);
  });

  it.each([
    ["new-1", -1, "abc"],
    ["new-1", 1, "bac"],
    ["new-3", 1, "abc"],
    ["new-3", -1, "acb"],
    ["gone", 1, "abc"],
  ] as const)("moving %s by %d gives %s", (key, by, order) => {
    const start = made(...["a", "b", "c"].map((label): FormChange => ({ kind: "add", type: "url", label })));
    expect(names(changeForm(start, { kind: "move", key, by })).join("")).toBe(order);
  });

  it("come back to their place", () => {
    const start = made(...["a", "b", "c"].map((label): FormChange => ({ kind: "add", type: "url", label })));
    const [field] = start.fields.slice(1);
    if (!field) throw new Error("there are three");
    const without = changeForm(start, { kind: "remove", key: field.key });
    expect(changeForm(without, { kind: "restore", field, index: 1 })).toEqual(start);
  });

  it("have each special type once", () => {
    const draft = made({ kind: "add", type: "sender_email", label: "You" });
    expect(typesFor(draft)).not.toContain("sender_email");
    expect(typesFor(draft, "new-1")).toEqual(FIELD_TYPES);
  });

  it("lose a default that is no option any more", () => {
    const draft = made(
      { kind: "add", type: "radio", label: "Format" },
      { kind: "change", key: "new-1", change: { options: ["a", "b"], defaultValue: "b" } },
      { kind: "change", key: "new-1", change: { options: ["a", "c"] } },
    );
    expect(draft.fields[0]?.defaultValue).toBe("");
  });

  it("are sent with options only where there are options", () => {
    const draft = made(
      { kind: "add", type: "dropdown", label: "Format" },
      { kind: "change", key: "new-1", change: { options: [" a ", "", "a", "b"] } },
      { kind: "add", type: "number", label: "Take" },
      { kind: "change", key: "new-2", change: { options: ["left over"] } },
    );
    expect(writtenFields(draft).map(({ options, position }) => [options, position])).toEqual([
      [["a", "b"], 0],
      [[], 1],
    ]);
  });
});

describe("what is wrong with a form", () => {
  it("is found before it is sent", () => {
    const draft = made(
      { kind: "add", type: "radio", label: "a" },
      { kind: "add", type: "short_text", label: "b" },
      { kind: "change", key: "new-2", change: { name: "a", visibility: "hidden" } },
      { kind: "add", type: "checkbox", label: "c" },
      { kind: "change", key: "new-3", change: { name: " " } },
    );
    expect([...formProblems(draft)]).toEqual([
      ["new-1", [["options", "options-missing"]]],
      [
        "new-2",
        [
          ["name", "name-taken"],
          ["default_value", "value-missing"],
        ],
      ],
      ["new-3", [["name", "field-name-missing"]]],
    ]);
  });

  it("is shown at its field when the server says it", () => {
    const draft = made({ kind: "add", type: "radio", label: "a" }, { kind: "add", type: "radio", label: "b" });
    const errors = [
      { field: "fields[1].options[0]", message: "too long" },
      { field: "fields[9].name", message: "gone" },
      { field: "name", message: "required" },
    ];
    expect(complaintsOf(draft, errors)).toEqual([{ key: "new-2", part: "options", message: "too long" }]);
  });
});

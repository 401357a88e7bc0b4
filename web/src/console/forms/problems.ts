import { cleanOptions, type FormDraft } from "./draft";

export type FieldPart = "name" | "label" | "type" | "visibility" | "default_value" | "options";
export type FieldProblem = "field-name-missing" | "name-taken" | "options-missing" | "value-missing";

/** What the server would refuse, or what nobody can have meant, by the key of the field. */
export function formProblems(draft: FormDraft): Map<string, [FieldPart, FieldProblem][]> {
  const problems = new Map<string, [FieldPart, FieldProblem][]>();
  const names = new Set<string>();
  for (const field of draft.fields) {
    const found: [FieldPart, FieldProblem][] = [];
    const name = field.name.trim();
    if (name === "") found.push(["name", "field-name-missing"]);
    else if (names.has(name)) found.push(["name", "name-taken"]);
    names.add(name);
    const isChoice = field.type === "radio" || field.type === "dropdown";
    if (isChoice && cleanOptions(field).length === 0) found.push(["options", "options-missing"]);
    const isFixed = field.visibility === "readonly" || field.visibility === "hidden";
    if (isFixed && field.defaultValue === "") found.push(["default_value", "value-missing"]);
    if (found.length > 0) problems.set(field.key, found);
  }
  return problems;
}

/** Where the server's complaint about `fields[3].options[1]` belongs. */
export interface Complaint {
  key: string;
  part: FieldPart;
  message: string;
}

/** The server's complaints at their fields, as they stood when they were sent. */
export function complaintsOf(sent: FormDraft, errors: { field: string; message: string }[]): Complaint[] {
  return errors.flatMap(({ field, message }) => {
    const place = /^fields\[(\d+)\]\.(name|label|type|visibility|default_value|options)/.exec(field);
    const key = place ? sent.fields[Number(place[1])]?.key : undefined;
    return place && key ? [{ key, part: place[2] as FieldPart, message }] : [];
  });
}

import type { Schemas } from "../../api/client";

export type FieldType = Schemas["FieldType"];
export type Visibility = Schemas["Visibility"];
export type DeliveryFormat = Schemas["DeliveryFormat"];

export const FIELD_TYPES: readonly FieldType[] = [
  "short_text",
  "long_text",
  "number",
  "date",
  "email",
  "url",
  "checkbox",
  "radio",
  "dropdown",
  "package_name",
  "package_description",
  "sender_email",
];
export const VISIBILITIES: readonly Visibility[] = ["required", "optional", "readonly", "hidden"];
export const DELIVERY_FORMATS: readonly DeliveryFormat[] = ["json", "csv", "xml", "email_body"];

/** Types whose answers become the package's own data, so that a form has at most one of each. */
const SPECIAL: readonly FieldType[] = ["package_name", "package_description", "sender_email"];
const WITH_OPTIONS: readonly FieldType[] = ["checkbox", "radio", "dropdown"];

export const hasOptions = (type: FieldType): boolean => WITH_OPTIONS.includes(type);

/** A field while it is edited. `key` tells it from the others whatever it is called. */
export interface DraftField {
  key: string;
  name: string;
  /** Whether the name follows the label: it does until somebody, or an earlier save, has set it. */
  followsLabel: boolean;
  label: string;
  type: FieldType;
  visibility: Visibility;
  defaultValue: string;
  options: string[];
}

export interface FormDraft {
  name: string;
  deliveryFormats: DeliveryFormat[];
  disabled: boolean;
  fields: DraftField[];
}

/** What a form and a template have in common. */
export interface StoredForm {
  name: string;
  delivery_formats: DeliveryFormat[];
  disabled?: boolean;
  fields: Schemas["FormField"][];
}

export type FormChange =
  | { kind: "settings"; change: Partial<Omit<FormDraft, "fields">> }
  | { kind: "add"; type: FieldType; label: string }
  | { kind: "change"; key: string; change: Partial<Omit<DraftField, "key">> }
  | { kind: "move"; key: string; by: -1 | 1 }
  | { kind: "remove"; key: string }
  | { kind: "restore"; field: DraftField; index: number }
  | { kind: "replace"; draft: FormDraft };

export const EMPTY_FORM: FormDraft = { name: "", deliveryFormats: ["json"], disabled: false, fields: [] };

export function formDraftOf(form: StoredForm): FormDraft {
  return {
    name: form.name,
    deliveryFormats: form.delivery_formats,
    disabled: form.disabled ?? false,
    fields: form.fields.map((field) => ({
      key: field.id,
      name: field.name,
      followsLabel: false,
      label: field.label,
      type: field.type,
      visibility: field.visibility,
      defaultValue: field.default_value,
      options: field.options,
    })),
  };
}

export function changeForm(draft: FormDraft, change: FormChange): FormDraft {
  switch (change.kind) {
    case "settings":
      return { ...draft, ...change.change };
    case "add":
      return { ...draft, fields: [...draft.fields, newField(draft, change.type, change.label)] };
    case "change":
      return {
        ...draft,
        fields: draft.fields.map((field) => (field.key === change.key ? changed(draft, field, change.change) : field)),
      };
    case "move":
      return { ...draft, fields: moved(draft.fields, change.key, change.by) };
    case "remove":
      return { ...draft, fields: draft.fields.filter((field) => field.key !== change.key) };
    case "restore":
      return { ...draft, fields: draft.fields.toSpliced(change.index, 0, change.field) };
    case "replace":
      return change.draft;
  }
}

function newField(draft: FormDraft, type: FieldType, label: string): DraftField {
  // A form without a name or sender makes no package, so these are asked for; anything else may be left empty.
  const visibility = type === "package_name" || type === "sender_email" ? "required" : "optional";
  return {
    key: nextKey(draft),
    name: nameFor(draft, label, ""),
    followsLabel: true,
    label,
    type,
    visibility,
    defaultValue: "",
    options: [],
  };
}

/** The key that a field gets which is added now. */
export function nextKey(draft: FormDraft): string {
  const numbers = draft.fields.map((field) => Number(/^new-(\d+)$/.exec(field.key)?.[1] ?? 0));
  return `new-${Math.max(0, ...numbers) + 1}`;
}

function changed(draft: FormDraft, field: DraftField, change: Partial<DraftField>): DraftField {
  const next = { ...field, ...change };
  if (change.name !== undefined) next.followsLabel = false;
  else if (next.followsLabel && change.label !== undefined) next.name = nameFor(draft, change.label, field.key);
  const lostDefault = usesOptions(next) && next.defaultValue !== "" && !cleanOptions(next).includes(next.defaultValue);
  return lostDefault ? { ...next, defaultValue: "" } : next;
}

function usesOptions(field: DraftField): boolean {
  return hasOptions(field.type) && cleanOptions(field).length > 0;
}

/** A name for programs from the label for people, unlike those of all other fields. */
function nameFor(draft: FormDraft, label: string, key: string): string {
  const taken = new Set(draft.fields.filter((field) => field.key !== key).map((field) => field.name));
  const plain = label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  const base = plain || "field";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

function moved(fields: DraftField[], key: string, by: -1 | 1): DraftField[] {
  const from = fields.findIndex((field) => field.key === key);
  const field = fields[from];
  const to = from + by;
  if (!field || to < 0 || to >= fields.length) return fields;
  return fields.toSpliced(from, 1).toSpliced(to, 0, field);
}

/** The types that this field, or a new one, can have: of the special ones those that no other field has. */
export function typesFor(draft: FormDraft, key = ""): FieldType[] {
  const used = new Set(draft.fields.filter((field) => field.key !== key).map((field) => field.type));
  return FIELD_TYPES.filter((type) => !SPECIAL.includes(type) || !used.has(type));
}

export function cleanOptions(field: DraftField): string[] {
  return [...new Set(field.options.map((option) => option.trim()).filter((option) => option !== ""))];
}

/** The fields as the server takes them; options of a type that has none stay in the editor alone. */
export function writtenFields(draft: FormDraft): Schemas["WriteField"][] {
  return draft.fields.map((field, position) => ({
    name: field.name.trim(),
    label: field.label.trim(),
    type: field.type,
    visibility: field.visibility,
    default_value: field.defaultValue,
    options: hasOptions(field.type) ? cleanOptions(field) : [],
    position,
  }));
}

/** The fields as a Portal's page shows them, for the preview. */
export function elementsOf(draft: FormDraft): Schemas["FormElement"][] {
  return draft.fields.map((field, position) => ({
    name: field.name,
    label: field.label.trim() || field.name,
    type: field.type,
    visibility: field.visibility,
    default_value: field.defaultValue,
    options: hasOptions(field.type) ? cleanOptions(field) : [],
    position,
  }));
}

import type { FormElement, PublicPortal } from "./portal";

/** What was typed, by the names of the fields. Names of our own fields begin with a mark that no form's field has. */
export type Values = Readonly<Record<string, string>>;

export const OWN_NAME = "\u0000name";
export const OWN_DESCRIPTION = "\u0000description";
export const OWN_SENDER = "\u0000sender";
export const TERMS = "\u0000terms";

/** The id of a field on the page: a name may hold blanks and marks that no id may. */
export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${encodeURIComponent(name)}`;
}

/** What is wrong with a field, by the name of its text. */
export type Mistake = "required" | "email" | "url" | "number";
export type Mistakes = Readonly<Record<string, Mistake>>;

export const SEPARATOR = ", ";
export const CHECKED = "true";

type Special = "package_name" | "package_description" | "sender_email";

/** Fields that are shown, in their order. */
export function shownFields(form: readonly FormElement[]): FormElement[] {
  return form.filter(({ visibility }) => visibility !== "hidden").sort((one, other) => one.position - other.position);
}

const isFixed = ({ visibility }: FormElement) => visibility === "readonly" || visibility === "hidden";

/** Whether the form itself says what the package is called, about, or from whom. */
export function gives(form: readonly FormElement[], kind: Special): boolean {
  return form.some((field) => field.type === kind && !(isFixed(field) && field.default_value.trim() === ""));
}

/** Nobody can be answered without an address, so the form's own wish does not count there. */
export function isRequired(field: FormElement): boolean {
  return field.visibility === "required" || (field.visibility === "optional" && field.type === "sender_email");
}

export function fieldValue(values: Values, field: FormElement): string {
  return isFixed(field) ? field.default_value : (values[field.name] ?? field.default_value);
}

/** The chosen options of a field with boxes. */
export function chosenOptions(value: string, options: readonly string[]): string[] {
  const parts = value.split(SEPARATOR);
  return options.filter((option) => value === option || parts.includes(option));
}

export function toggled(value: string, option: string, options: readonly string[]): string {
  const before = chosenOptions(value, options);
  const isOn = before.includes(option);
  return options.filter((each) => (each === option ? !isOn : before.includes(each))).join(SEPARATOR);
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isUrl = (text: string) => /^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(text);
const isNumber = (text: string) => text !== "" && Number.isFinite(Number(text.replace(",", ".")));

function mistakeOf(type: FormElement["type"], isNeeded: boolean, value: string): Mistake | undefined {
  const text = value.trim();
  if (!text) return isNeeded ? "required" : undefined;
  if ((type === "email" || type === "sender_email") && !isEmail(text)) return "email";
  if (type === "url" && !isUrl(text)) return "url";
  if (type === "number" && !isNumber(text)) return "number";
  return undefined;
}

/** Our own questions, where the form does not ask them. */
export function ownFields(form: readonly FormElement[]): { name: boolean; description: boolean; sender: boolean } {
  return {
    name: !gives(form, "package_name"),
    description: !gives(form, "package_description"),
    sender: !gives(form, "sender_email"),
  };
}

/** Everything that must be mended before the upload can begin, in the order in which it is shown. */
export function mistakes(portal: PublicPortal, form: readonly FormElement[], values: Values): Mistakes {
  const own = ownFields(form);
  const found: [string, Mistake | undefined][] = [];
  if (own.sender) found.push([OWN_SENDER, mistakeOf("sender_email", true, values[OWN_SENDER] ?? "")]);
  if (own.name) found.push([OWN_NAME, mistakeOf("package_name", true, values[OWN_NAME] ?? "")]);
  for (const field of shownFields(form)) {
    if (!isFixed(field)) found.push([field.name, mistakeOf(field.type, isRequired(field), fieldValue(values, field))]);
  }
  if (portal.terms_of_service_enabled) found.push([TERMS, values[TERMS] ? undefined : "required"]);
  return Object.fromEntries(found.filter((each): each is [string, Mistake] => each[1] !== undefined));
}

/** The answers as the interface takes them. */
export function answersOf(form: readonly FormElement[], values: Values): Record<string, { value: string }> {
  return Object.fromEntries(form.map((field) => [field.name, { value: fieldValue(values, field) }]));
}

function specialValue(form: readonly FormElement[], values: Values, kind: Special): string {
  const field = form.find(({ type }) => type === kind);
  return field ? fieldValue(values, field).trim() : "";
}

export interface PackageWords {
  name: string;
  description: string;
  sender: string;
}

/** What the package is called, about, and from whom. A name that nobody gave is that of what is sent. */
export function packageWords(form: readonly FormElement[], values: Values, firstName: string): PackageWords {
  const said = (kind: Special, own: string) => specialValue(form, values, kind) || (values[own] ?? "").trim();
  return {
    name: said("package_name", OWN_NAME) || firstName,
    description: said("package_description", OWN_DESCRIPTION),
    sender: said("sender_email", OWN_SENDER),
  };
}

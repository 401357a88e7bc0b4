import type { Schemas } from "../api";

export type AutomationType = Schemas["AutomationType"];
export type FieldKind =
  | "text"
  | "folder"
  | "minutes"
  | "seconds"
  | "number"
  | "flag"
  | "emails"
  | "email"
  | "patterns"
  | "secret"
  | "team"
  | "moment"
  | "lines"
  | "pairs"
  | "tag";
export type Value = string | number | boolean | string[] | undefined;
export type Values = Record<string, Value>;

export interface FieldOf {
  name: string;
  kind: FieldKind;
  isRequired?: boolean;
  /** Whether there is more to say than its label does. */
  hasHelp?: boolean;
}

const field = (name: string, kind: FieldKind, more: Partial<FieldOf> = {}): FieldOf => ({ name, kind, ...more });
const must = { isRequired: true };
const helped = { hasHelp: true };

const NAME = field("name", "text", must);
const WATCHED = field("path", "folder", { ...must, ...helped });
const TEAM = [field("team_id", "team", must), field("recipient_emails", "emails", must)];
const PORTAL = [
  field("portal_subdomain", "text", must),
  field("sender_email", "email", must),
  field("portal_password", "secret"),
];
const KEPT = [
  field("message", "lines"),
  field("download_password", "secret"),
  field("delete_after", "number"),
  field("download_limit", "number"),
  field("unlimited_storage", "flag"),
  field("tag", "tag"),
];
const ANSWERS = [field("message", "lines"), field("metadata", "pairs", helped), field("metadata_file", "text", helped)];
const WATCH = [
  field("timeout", "minutes", { ...must, ...helped }),
  field("blacklist", "patterns", helped),
  field("send_loose_files", "flag", helped),
  field("delete_files_after_upload", "flag", helped),
  field("package_name_suffix", "text"),
];
const STREAM = [field("timeout", "seconds", { ...must, ...helped }), field("whitelist", "patterns", helped)];
const RECEIVED = [
  field("effective_time", "moment", { ...must, ...helped }),
  field("download_priority", "number", helped),
];
const SENT = field("upload_priority", "number", helped);

/** The fields of each type, in the order in which they are asked for. */
export const FIELDS: Record<AutomationType, FieldOf[]> = {
  team_upload: [NAME, WATCHED, ...TEAM, ...WATCH, ...KEPT, SENT],
  portal_upload: [NAME, WATCHED, ...PORTAL, ...WATCH, ...ANSWERS, SENT],
  portal_download: [
    NAME,
    field("portal_subdomain", "text", must),
    field("dst_folder", "folder", must),
    field("create_package_folder", "flag"),
    ...RECEIVED,
  ],
  all_portals_download: [
    NAME,
    field("team_id", "team", must),
    field("dst_folder", "folder", must),
    field("create_portal_subfolder", "flag"),
    ...RECEIVED,
  ],
  team_stream: [NAME, WATCHED, ...TEAM, ...STREAM, field("followable", "flag", helped), ...KEPT, SENT],
  portal_stream: [NAME, WATCHED, ...PORTAL, ...STREAM, ...ANSWERS, SENT],
};

export const TYPES = Object.keys(FIELDS) as AutomationType[];
/** Only watch folders can say what they would send. */
export const canPreview = (type: AutomationType): boolean => type === "team_upload" || type === "portal_upload";

const LISTS: FieldKind[] = ["emails", "patterns"];

function emptyOf({ name, kind }: FieldOf): Value {
  if (LISTS.includes(kind)) return [];
  if (kind === "flag") return name === "create_package_folder" || name === "create_portal_subfolder";
  if (kind === "minutes") return 10;
  if (kind === "seconds") return 60;
  if (name.endsWith("_priority")) return 0;
  return kind === "number" ? undefined : "";
}

/** What a form begins with: what is kept, else what most want. Passwords are never shown. */
export function valuesOf(type: AutomationType, kept: Record<string, unknown>): Values {
  return Object.fromEntries(FIELDS[type].map((each) => [each.name, shown(each, kept[each.name])]));
}

function shown(field: FieldOf, value: unknown): Value {
  if (value === undefined || value === null || field.kind === "secret") return emptyOf(field);
  if (field.kind === "tag") return String((value as { name?: string }).name ?? "");
  if (field.kind === "pairs") {
    return Object.entries(value as Record<string, string>)
      .map(([name, answer]) => `${name}=${answer}`)
      .join("\n");
  }
  return value as Value;
}

/** The body of a creation or change. What was emptied is taken away by `null`; a password that was left empty stays. */
export function bodyOf(type: AutomationType, values: Values, isChange: boolean): Record<string, unknown> {
  const entries = FIELDS[type].map((each): [string, unknown] => [
    each.name,
    written(each, values[each.name], isChange),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function written({ kind }: FieldOf, value: Value, isChange: boolean): unknown {
  if (kind === "pairs") return pairsOf(String(value ?? ""));
  if (value === "" || value === undefined) return isChange && kind !== "secret" ? null : undefined;
  return kind === "tag" ? { name: value } : value;
}

/** One answer a line, `name=value`. */
export function pairsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.includes("="));
  return Object.fromEntries(
    lines.map((line) => {
      const place = line.indexOf("=");
      return [line.slice(0, place).trim(), line.slice(place + 1).trim()];
    }),
  );
}

/** The required fields that are empty. */
export function missingIn(type: AutomationType, values: Values): string[] {
  const isEmpty = (value: Value) => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return FIELDS[type].filter((each) => each.isRequired && isEmpty(values[each.name])).map((each) => each.name);
}

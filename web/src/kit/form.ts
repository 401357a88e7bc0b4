import { CallError } from "../api/client";

export type FieldErrors<V> = { [K in keyof V]?: string };

/** The server's words about each field of a form: `links[0].email` and `tag.name` belong to `links` and `tag`. */
export function fieldErrors<V extends object>(error: unknown, fields: readonly (keyof V & string)[]): FieldErrors<V> {
  const found: FieldErrors<V> = {};
  if (!(error instanceof CallError)) return found;
  for (const each of error.fields) {
    const field = fields.find((name) => belongs(each.field, name));
    if (field) found[field] ??= each.message;
  }
  return found;
}

/** Whether all that is wrong could be told at the fields, so that no note above them is needed. */
export function isTold<V extends object>(error: unknown, fields: readonly (keyof V & string)[]): boolean {
  if (!(error instanceof CallError) || error.fields.length === 0) return false;
  return error.fields.every((each) => fields.some((name) => belongs(each.field, name)));
}

function belongs(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

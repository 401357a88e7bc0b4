import { CallError } from "../api/client";

export type FieldErrors<V> = { [K in keyof V]?: string };

/**
 * What someone has typed, on top of what the server has by now: a field that they changed stays as they typed it, and
 * every other one follows the server.
 */
export function rebased<V extends object>(values: V, start: V, now: V): V {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const names = Object.keys(values) as (keyof V)[];
  const typed = names.filter((name) => !isSame(values[name], start[name]));
  return { ...now, ...Object.fromEntries(typed.map((name) => [name, values[name]])) };
}

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

import { CHUNK_PLAN, FILE_PATH } from "../facts/limits";
import type { FaultKind, FileRules } from "./types";

const { NAME_LONGEST_CHARACTERS, PATH_LONGEST_BYTES } = FILE_PATH;

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;

/** Files that systems write by themselves, and change while they are read. */
export function isSystemFile(path: string, name: string): boolean {
  const parts = path ? [...path.split("/"), name] : [name];
  return parts.some((part) => part.toLowerCase().endsWith(".fcpcache")) || /^(\.ds_store|desktop\.ini)$/i.test(name);
}

/** What the server takes as a part of a path. */
function isPart(part: string): boolean {
  if (part === "" || part === "." || part === "..") return false;
  if (part.includes("\\") || part.includes("\0")) return false;
  // The server counts code points, of which a text never has more than it has UTF-16 units.
  return part.length <= NAME_LONGEST_CHARACTERS || [...part].length <= NAME_LONGEST_CHARACTERS;
}

export function isPlace(path: string, name: string): boolean {
  if (name.includes("/") || !isPart(name) || /^[A-Za-z]:(\/|$)/.test(path)) return false;
  return path === "" || (byteLength(path) <= PATH_LONGEST_BYTES && path.split("/").every(isPart));
}

export function hasAllowedType(rules: FileRules, name: string): boolean {
  if (!rules.fileTypes?.length) return true;
  const lower = name.toLowerCase();
  const isListed = rules.fileTypes.some((ending) => lower.endsWith(ending.toLowerCase()));
  return isListed !== (rules.refusesFileTypes ?? false);
}

export interface Totals {
  files: number;
  bytes: number;
}

/** Why a file cannot join those that are there, if it cannot. */
export function refusal(
  rules: FileRules,
  file: { path: string; name: string; size: number },
  before: Totals,
): FaultKind | undefined {
  if (!isPlace(file.path, file.name)) return "name";
  if (!hasAllowedType(rules, file.name)) return "type";
  if (file.size > CHUNK_PLAN.FILE_LARGEST || (rules.maxFileSize && file.size > rules.maxFileSize)) return "size";
  if (rules.maxFileCount && before.files + 1 > rules.maxFileCount) return "count";
  if (rules.maxPackageSize && before.bytes + file.size > rules.maxPackageSize) return "total";
  return undefined;
}

import { readLocal, writeLocal } from "../../kit";

export type Key = "search" | "help" | "create";

const KEYS: Record<string, Key> = { "/": "search", "?": "help", n: "create" };

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The element that has the focus takes letters itself. */
  isTyping: boolean;
}

/** What a single key means; nothing while someone types, and nothing beside Ctrl and the like. */
export function keyOf(pressed: Pressed): Key | undefined {
  if (pressed.isTyping || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined;
  return KEYS[pressed.key];
}

/** Single keys can be in the way of those who speak to their computer, so they can be switched off. */
export function areKeysOn(): boolean {
  return readLocal<boolean>("keys") ?? true;
}

export function switchKeys(on: boolean): void {
  writeLocal("keys", on);
}

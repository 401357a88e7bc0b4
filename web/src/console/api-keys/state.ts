import type { Schemas } from "../../api/client";
import { isNever } from "../../texts/format";

export type ApiKey = Schemas["ApiKeyBody"];

/** What a key may be used for. */
export const SCOPES = ["read", "send", "receive", "manage"] as const;

/** How a key stands: what the server says, and whether its time is over, which the server does not call a state. */
export type KeyStanding = "active" | "inactive" | "suspended" | "expired";

export function keyStanding(key: Pick<ApiKey, "state" | "expiry">, now: Date): KeyStanding {
  if (key.state === "suspended") return "suspended";
  if (!isNever(key.expiry) && new Date(key.expiry ?? 0) <= now) return "expired";
  return key.state === "active" ? "active" : "inactive";
}

/** Newest first. */
export function sortedKeys(keys: readonly ApiKey[]): ApiKey[] {
  return [...keys].sort(
    (left, right) => right.created_at.localeCompare(left.created_at) || left.id.localeCompare(right.id),
  );
}

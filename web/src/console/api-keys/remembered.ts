import type { ApiKey } from "./state";

/**
 * Keys that were made on this device, without their secrets. Only Owners may list a Team's keys; others would lose
 * sight of their own keys as soon as they leave the page, and could switch none of them off.
 */
export interface KeyShelf {
  read(): ApiKey[];
  put(key: ApiKey): void;
  remove(id: string): void;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export function keyShelf(storage: Storage | undefined, teamId: string, userId: string): KeyShelf {
  const place = `tonnage.keys.${teamId}.${userId}`;
  const read = () => parsed(storage?.getItem(place) ?? null);
  const write = (keys: ApiKey[]) => {
    try {
      storage?.setItem(place, JSON.stringify(keys));
    } catch {
      // A full or forbidden storage forgets; the key itself stands on the server.
    }
  };
  return {
    read,
    put: (key) => write([withoutSecret(key), ...read().filter((each) => each.id !== key.id)]),
    remove: (id) => write(read().filter((each) => each.id !== id)),
  };
}

/** Named field by field, so that no secret can slip in with the reply that carries it. */
function withoutSecret(key: ApiKey): ApiKey {
  const { id, name, description, expiry, state, created_at, updated_at, last_request_at } = key;
  return { id, name, description, expiry, state, created_at, updated_at, last_request_at };
}

function parsed(text: string | null): ApiKey[] {
  try {
    const keys: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(keys) ? (keys as ApiKey[]).filter((key) => typeof key?.id === "string") : [];
  } catch {
    return [];
  }
}

import { type ApiKey, SCOPES } from "./state";

/**
 * Keys that were made on this device, without their secrets. Only Owners may list a Team's keys; others would lose
 * sight of their own keys as soon as they leave the page, and could switch none of them off.
 */
export interface KeyShelf {
  read(): ApiKey[];
  put(key: ApiKey): void;
  remove(id: string): void;
}

/** Where the device remembers; what comes back may be damaged or someone else's. */
export interface Place {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

export function keyShelf(place: Place, teamId: string, userId: string): KeyShelf {
  const name = `keys.${teamId}.${userId}`;
  const read = () => keysOf(place.read(name));
  return {
    read,
    put: (key) => place.write(name, [withoutSecret(key), ...read().filter((each) => each.id !== key.id)]),
    remove: (id) =>
      place.write(
        name,
        read().filter((each) => each.id !== id),
      ),
  };
}

/** Named field by field, so that no secret can slip in with the reply that carries it. */
function withoutSecret(key: ApiKey): ApiKey {
  const { id, name, description, expiry, state, scopes, created_at, updated_at, last_request_at } = key;
  return { id, name, description, expiry, state, scopes, created_at, updated_at, last_request_at };
}

function keysOf(value: unknown): ApiKey[] {
  const keys = Array.isArray(value) ? (value as ApiKey[]).filter((key) => typeof key?.id === "string") : [];
  return keys.map((key) => ({ ...key, scopes: scopesOf(key.scopes) }));
}

/** Keys that were remembered before there were scopes may be used for everything. */
function scopesOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [...SCOPES];
}

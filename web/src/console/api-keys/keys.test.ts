import { describe, expect, it } from "vitest";
import { keyShelf } from "./remembered";
import { type ApiKey, keyStanding, sortedKeys } from "./state";

const NEVER = "0001-01-01T00:00:00.000Z";
const key = (id: string, change: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: "",
  description: "",
  expiry: NEVER,
  state: "active",
  scopes: ["read", "send", "receive", "manage"],
  created_at: "2026-11-01T00:00:00.000Z",
  updated_at: "2026-11-01T00:00:00.000Z",
  last_request_at: NEVER,
  ...change,
});

describe("how a key stands", () => {
  const now = new Date("2026-11-15T12:00:00.000Z");
  it.each([
    ["active", NEVER, "active"],
    ["inactive", NEVER, "inactive"],
    ["active", "2026-11-15T11:59:59.000Z", "expired"],
    ["active", "2026-11-15T12:00:01.000Z", "active"],
    ["suspended", "2026-11-01T00:00:00.000Z", "suspended"],
  ])("%s until %s is %s", (state, expiry, standing) => expect(keyStanding({ state, expiry }, now)).toBe(standing));

  it("lists the newest first", () => {
    const old = key("a", { created_at: "2026-01-01T00:00:00.000Z" });
    expect(sortedKeys([old, key("b")]).map((each) => each.id)).toEqual(["b", "a"]);
  });
});

describe("keys made on this device", () => {
  const place = () => {
    const held = new Map<string, string>();
    return {
      held,
      read: (name: string): unknown => JSON.parse(held.get(name) ?? "null"),
      write: (name: string, value: unknown) => void held.set(name, JSON.stringify(value)),
    };
  };

  it("are kept without their secrets, one of each", () => {
    const device = place();
    const shelf = keyShelf(device, "team", "user");
    shelf.put({ ...key("a"), key: "tonnage_secret" } as ApiKey);
    shelf.put(key("a", { name: "new" }));
    expect(shelf.read().map((each) => each.name)).toEqual(["new"]);
    expect([...device.held.values()].join()).not.toContain("secret");
    shelf.remove("a");
    expect(shelf.read()).toEqual([]);
  });

  it("from before there were scopes may do everything", () => {
    const { scopes: _, ...before } = key("a");
    const shelf = keyShelf({ read: () => [before], write: () => {} }, "team", "user");
    expect(shelf.read()).toEqual([key("a")]);
  });

  it("of another Team or person are apart", () => {
    const device = place();
    keyShelf(device, "team", "user").put(key("a"));
    expect(keyShelf(device, "team", "other").read()).toEqual([]);
  });

  it.each([[null], ["{"], [{}], [[null, 7, {}]]])("damaged as %j are none", (value) => {
    expect(keyShelf({ read: () => value, write: () => {} }, "team", "user").read()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { isOpenLink, linkAddress, stateOfLink } from "./link";

const NEVER = "0001-01-01T00:00:00.000Z";
const now = Date.parse("2026-11-15T12:00:00.000Z");

describe("links", () => {
  it.each([
    [true, NEVER, "active"],
    [false, NEVER, "off"],
    [true, "2026-11-15T11:59:00.000Z", "expired"],
    [true, "2026-11-15T12:01:00.000Z", "active"],
  ])("active %s until %s is %s", (active, expiry, state) => expect(stateOfLink({ active, expiry }, now)).toBe(state));

  it.each([
    ["", "", [], true],
    ["anna@example.org", "", [], true],
    ["anna@example.org", "", ["anna@example.org"], false],
    ["anna@example.org", "2026-11-15T12:00:00.000Z", [], false],
    ["bruno@example.org", "", [], false],
  ])("of %j, told %j, among %j is open: %s", (email, recipient_notified, recipients, open) => {
    expect(isOpenLink({ email, recipient_notified }, { sender: "anna@example.org", recipients })).toBe(open);
  });

  it.each([
    ["https://files.example.org", "https://files.example.org/d/L1?secret=a%2Bb"],
    ["https://example.org/files/", "https://example.org/files/d/L1?secret=a%2Bb"],
  ])("of %s is %s", (server, address) => expect(linkAddress(server, "L1", "a+b")).toBe(address));
});

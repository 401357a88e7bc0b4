import { describe, expect, it } from "vitest";
import { CallError } from "../api/errors";
import { endOf, isInfected, isSpent, wantsPassword } from "./end";

const error = (status: number, code: number, retryAfter?: number) =>
  new CallError(status, code, "", [], "r1", retryAfter, {});

describe("ends", () => {
  it.each([
    [0, 0, false, "network"],
    [400, 65538, false, "unknown"],
    [404, 196610, false, "unknown"],
    [410, 327684, false, "expired"],
    [403, 131080, false, "inactive"],
    [403, 131080, true, "withdrawn"],
    [403, 131081, false, "locked"],
    [401, 131073, true, "withdrawn"],
    [429, 393218, false, "pace"],
    [503, 524290, false, "fault"],
  ])("%d with code %d, open before: %s, is %s", (status, code, wasOpen, kind) =>
    expect(endOf(error(status, code), wasOpen).kind).toBe(kind),
  );

  it("keeps what helps: how long to wait, and the reference", () =>
    expect(endOf(error(429, 393218, 30), false)).toEqual({ kind: "pace", requestId: "r1", wait: 30 }));

  it("tells a password from a spent token and from a virus", () => {
    expect(wantsPassword(error(401, 131079))).toBe(true);
    expect(isSpent(error(401, 131079))).toBe(false);
    expect(isSpent(error(401, 131073))).toBe(true);
    expect(isInfected(error(403, 131082))).toBe(true);
  });
});

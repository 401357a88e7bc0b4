import { describe, expect, it } from "vitest";
import { isOurs } from "./middleware";

describe("calls in the name of the user", () => {
  it.each([
    ["GET", "/v1/auth", {}, true],
    ["POST", "/v1/auth", {}, false],
    ["POST", "/v1/auth/refresh", {}, true],
    ["POST", "/v1/auth/reset", {}, false],
    ["POST", "/v1/auth/accept_invitation", {}, true],
    ["GET", "/v1.1/teams/T/packages", {}, true],
    ["PUT", "/v1/packages/P", { "x-package-token": "t" }, false],
    ["POST", "/v1/links/L/open", {}, false],
  ])("%s %s with %j: %s", (method, path, headers, ours) => {
    expect(isOurs(method, path, new Headers(headers as Record<string, string>))).toBe(ours);
  });
});

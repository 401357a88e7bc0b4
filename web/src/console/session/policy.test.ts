import { describe, expect, it } from "vitest";
import { isRole, may, scope } from "./policy";

describe("the access policy", () => {
  it("tells who may do something", () => {
    expect(may("owner", "hand_over_ownership")).toBe(true);
    expect(may("admin", "hand_over_ownership")).toBe(false);
    expect(may("guest", "read_portals")).toBe(true);
  });

  it("tells how far it goes", () => {
    expect(scope("admin", "manage_api_keys")).toBe("own");
    expect(scope("member", "manage_sent_packages")).toBe("spaces");
    expect(scope("guest", "read_portals")).toBe("granted");
    expect(scope("guest", "send_packages")).toBe("nothing");
  });

  it("knows its roles", () => {
    expect(isRole("guest")).toBe(true);
    expect(isRole("root")).toBe(false);
  });
});

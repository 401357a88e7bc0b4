import { describe, expect, it } from "vitest";
import { type Action, isRole, may, ROLES, reach } from "./policy";

describe("the access policy", () => {
  it.each<[Action, string]>([
    ["manage_team", "owner admin"],
    ["hand_over", "owner"],
    ["api_keys", "owner admin integration_manager"],
    ["list_api_keys", "owner"],
    ["send", "owner admin integration_manager member"],
    ["see_sent", "owner admin integration_manager member"],
    ["manage_portals", "owner admin member"],
    ["see_received", "owner admin integration_manager member guest"],
    ["manage_spaces", "owner admin"],
    ["tags", "owner admin integration_manager member"],
    ["integrations", "owner admin integration_manager"],
    ["attach", "owner admin"],
    ["forms", "owner admin member"],
    ["record", "owner admin integration_manager member guest"],
    ["usage", "owner admin integration_manager"],
    ["outbox", "owner admin"],
  ])("%s is for %s", (action, roles) => {
    expect(ROLES.filter((role) => may(role, action)).join(" ")).toBe(roles);
  });

  it("tells how far it goes", () => {
    expect(reach("admin", "api_keys")).toBe("own");
    expect(reach("member", "see_sent")).toBe("spaces");
    expect(reach("guest", "see_received")).toBe("granted");
  });

  it("knows its roles", () => {
    expect(isRole("guest")).toBe(true);
    expect(isRole("root")).toBe(false);
  });
});

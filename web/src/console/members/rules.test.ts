import { describe, expect, it } from "vitest";
import { ROLES } from "../../facts/policy";
import { type Member, matchesMember, memberActions, memberName, roleText, sortedMembers } from "./rules";

const member = (role: string, status = "active", name = "", email = "a@example.org") =>
  ({ id: "1", user_id: "2", role, status, name, email, teamspaces: [] }) as Member;

describe("what may be done to a member", () => {
  for (const own of ROLES) {
    for (const role of ROLES) {
      it(`${own} to an active ${role}`, () => {
        const manages = own === "owner" || own === "admin";
        expect(memberActions(own, member(role))).toEqual({
          inviteAgain: false,
          changeRole: manages && role !== "owner",
          handOver: own === "owner" && role !== "owner",
          remove: manages && role !== "owner",
        });
      });
    }
  }

  it("hands nothing over to someone who has not accepted", () => {
    expect(memberActions("owner", member("admin", "invited"))).toMatchObject({ handOver: false, inviteAgain: true });
  });
});

describe("the list of members", () => {
  it("begins with the Owner and goes on by role and name", () => {
    const sorted = sortedMembers([
      member("guest", "active", "Zoe"),
      member("admin", "active", "Bea"),
      member("owner", "active", "Yan"),
      member("admin", "active", "", "anna@example.org"),
    ]);
    expect(sorted.map(memberName)).toEqual(["Yan", "anna@example.org", "Bea", "Zoe"]);
  });

  it.each([
    ["ANNA", true],
    [" berg ", true],
    ["example.org", true],
    ["", true],
    ["carl", false],
  ])("finds by %j: %s", (typed, found) => {
    expect(matchesMember(member("member", "active", "Anna Berg", "a@example.org"), typed)).toBe(found);
  });

  it("names roles by texts", () => expect(roleText("integration_manager")).toBe("members-role-integration-manager"));
});

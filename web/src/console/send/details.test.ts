import { describe, expect, it, vi } from "vitest";

vi.mock("./store", () => ({ planExpiry: vi.fn() }));
vi.mock("../../uploader", () => ({ packageOf: vi.fn() }));

const { bodyOf, NO_DETAILS } = await import("./details");

describe("the package that is made", () => {
  it("leaves to the Team what was left empty", () => {
    expect(bodyOf({ ...NO_DETAILS, name: " Day 4 " })).toEqual({ name: "Day 4", description: "", recipients: [] });
  });

  it("says all that was said", () => {
    const details = {
      name: "Day 4",
      recipients: ["a@example.org"],
      description: "Two cameras.",
      password: "secret",
      access_limit: 3,
      keep: "always" as const,
      expiry: "",
      tag: " Dailies ",
      teamspace_id: "S",
    };
    expect(bodyOf(details)).toEqual({
      name: "Day 4",
      recipients: ["a@example.org"],
      description: "Two cameras.",
      password: "secret",
      access_limit: 3,
      unlimited_storage: true,
      tag: { name: "Dailies" },
      teamspace_id: "S",
    });
  });
});

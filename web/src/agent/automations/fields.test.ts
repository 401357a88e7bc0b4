import { describe, expect, it } from "vitest";
import { bodyOf, FIELDS, missingIn, pairsOf, TYPES, valuesOf } from "./fields";

describe("fields of automations", () => {
  it("are asked for once each", () => {
    for (const type of TYPES) {
      const names = FIELDS[type].map((each) => each.name);
      expect(new Set(names).size, type).toBe(names.length);
    }
  });

  it("begin with what most want, and lack what must be said", () => {
    const values = valuesOf("team_upload", {});
    expect(values).toMatchObject({ timeout: 10, blacklist: [], send_loose_files: false, upload_priority: 0 });
    expect(missingIn("team_upload", values)).toEqual(["name", "path", "team_id", "recipient_emails"]);
  });

  it("survive being kept and shown again, but for passwords", () => {
    const kept = {
      name: "Cards",
      path: "/cards",
      timeout: 5,
      portal_subdomain: "dailies",
      sender_email: "dit@example.org",
      portal_password: "secret",
      metadata: { unit: "B=2" },
    };
    const values = valuesOf("portal_upload", kept);
    expect(values).toMatchObject({ portal_password: "", metadata: "unit=B=2", timeout: 5 });
    const body = bodyOf("portal_upload", values, true);
    expect(body).toMatchObject({ name: "Cards", metadata: { unit: "B=2" }, message: null });
    expect(body).not.toHaveProperty("portal_password");
  });

  it("leave out what is empty in a creation, and name a tag as the interface does", () => {
    const body = bodyOf("team_stream", { ...valuesOf("team_stream", {}), tag: "Day 4" }, false);
    expect(body).toMatchObject({ tag: { name: "Day 4" }, whitelist: [] });
    expect(body).not.toHaveProperty("message");
  });

  it("read answers line by line", () => expect(pairsOf("a=1\nnonsense\n b = x=y ")).toEqual({ a: "1", b: "x=y" }));
});

import { describe, expect, it } from "vitest";
import { type Team, teamChange, teamFields } from "./changes";

const team: Team = {
  id: "01K",
  name: "Harbour",
  subdomain: "harbour",
  custom_expiry_default: 10,
  custom_expiry_enabled: false,
  download_limit_default: 5,
  download_limit_enabled: false,
  max_email_recipients: 50,
  free_storage_days: 10,
  billing_state: "active",
  links_shown_once: false,
  hold_unscanned_files: true,
  webhooks_enabled: true,
  max_stored_bytes: 0,
};

describe("a Team's settings", () => {
  it("hold what may be changed and nothing else", () => {
    expect(Object.keys(teamFields(team))).not.toContain("billing_state");
    expect(Object.keys(teamFields(team))).toHaveLength(12);
  });

  it("send only what differs", () => {
    const before = teamFields(team);
    expect(teamChange(before, before)).toEqual({});
    expect(teamChange(before, { ...before, name: "Quay", webhooks_enabled: false })).toEqual({
      name: "Quay",
      webhooks_enabled: false,
    });
  });
});

import type { Schemas } from "../../api/client";
import { TEAM } from "../../facts/limits";

export type Team = Schemas["TeamBody"];
export type TeamChange = Schemas["UpdateTeam"];

/** The fields of a Team that its people may change, as the form holds them. */
export const TEAM_FIELDS = [
  "name",
  "subdomain",
  "custom_expiry_enabled",
  "custom_expiry_default",
  "free_storage_days",
  "download_limit_enabled",
  "download_limit_default",
  "max_email_recipients",
  "links_shown_once",
  "hold_unscanned_files",
  "webhooks_enabled",
  "max_stored_bytes",
] as const satisfies readonly (keyof Team & keyof TeamChange)[];

export type TeamFields = Pick<Team, (typeof TEAM_FIELDS)[number]>;

export function teamFields(team: Team): TeamFields {
  return Object.fromEntries(TEAM_FIELDS.map((field) => [field, team[field]])) as TeamFields;
}

/** Only what differs, so that two people who change different fields do not undo each other's work. */
export function teamChange(before: TeamFields, after: TeamFields): TeamChange {
  return Object.fromEntries(
    TEAM_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );
}

/** The bounds that the server keeps. */
export const BOUNDS = {
  custom_expiry_default: [1, TEAM.DAYS_LONGEST],
  free_storage_days: [1, TEAM.DAYS_LONGEST],
  download_limit_default: [1, TEAM.DOWNLOADS_MOST],
  max_email_recipients: [1, TEAM.RECIPIENTS_MOST],
} as const;

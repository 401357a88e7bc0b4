import { answer, api, type Schemas } from "../../api/client";
import { packageOf, type UploadPackage } from "../../uploader";
import { planExpiry } from "./store";

/** What the sender says about a package besides its files. */
export interface Details {
  name: string;
  recipients: string[];
  description: string;
  password: string;
  access_limit: number | undefined;
  keep: "default" | "until" | "always";
  expiry: string;
  tag: string;
  teamspace_id: string;
}

export const NO_DETAILS: Details = {
  name: "",
  recipients: [],
  description: "",
  password: "",
  access_limit: undefined,
  keep: "default",
  expiry: "",
  tag: "",
  teamspace_id: "",
};

/** The call that makes the package; what was left empty is left to the Team's own defaults. */
export function bodyOf(details: Details): Schemas["CreatePackage"] {
  return {
    name: details.name.trim(),
    description: details.description,
    recipients: details.recipients,
    ...(details.password === "" ? {} : { password: details.password }),
    ...(details.access_limit === undefined ? {} : { access_limit: details.access_limit }),
    ...(details.tag.trim() === "" ? {} : { tag: { name: details.tag.trim() } }),
    ...(details.teamspace_id === "" ? {} : { teamspace_id: details.teamspace_id }),
    ...(details.keep === "always" ? { unlimited_storage: true } : {}),
  } as Schemas["CreatePackage"];
}

let details: Details = NO_DETAILS;

/** The uploader makes the package when it starts, so the form leaves its values here just before. */
export function setDetails(next: Details): void {
  details = next;
}

export async function createPackageOf(teamId: string): Promise<UploadPackage> {
  const call = api.POST("/v1/teams/{team_id}/packages", {
    params: { path: { team_id: teamId } },
    body: bodyOf(details),
  });
  const made = await answer(call);
  if (details.keep === "until" && details.expiry !== "") planExpiry(made.id, details.expiry);
  return packageOf(made);
}

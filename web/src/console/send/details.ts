import { answer, api, CallError, type Schemas } from "../../api/client";
import { packageOf, type UploadPackage } from "../../uploader";
import { fetchPackage, tokenOf } from "../packages/queries";
import { forgetPlannedExpiry, planExpiry, plannedExpiry } from "./store";

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

/** Whether nobody has typed anything. */
export const isEmpty = (details: Details): boolean => JSON.stringify(details) === JSON.stringify(NO_DETAILS);

/** Whether something is set that the form shows only on demand. */
export const hasMore = ({ name, recipients, description, ...more }: Details): boolean =>
  !isEmpty({ ...NO_DETAILS, ...more });

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

const EXPIRY_TRIES = 3;
const EXPIRY_WAIT = 5_000;

/**
 * Sets the expiry that the sender chose, which the server takes only once the package is finished. What cannot be set stays
 * planned, and the page says so.
 */
export async function applyPlannedExpiry(teamId: string, id: string): Promise<void> {
  const expiry = plannedExpiry(id);
  if (expiry === undefined) return;
  for (let attempt = 1; attempt <= EXPIRY_TRIES; attempt += 1) {
    try {
      const one = await fetchPackage(teamId, id);
      const params = { path: { package_id: id } };
      await answer(api.PUT("/v1/packages/{package_id}/expiry", { params, headers: tokenOf(one), body: { expiry } }));
      return forgetPlannedExpiry(id);
    } catch (cause) {
      if (!(cause instanceof CallError && cause.isPassing)) return;
      if (attempt < EXPIRY_TRIES) await new Promise((resolve) => setTimeout(resolve, EXPIRY_WAIT));
    }
  }
}

import { createUploader, type Uploader } from "../../uploader";
import { fetchPackage } from "../packages/queries";
import { applyPlannedExpiry, createPackageOf } from "./details";
import { setSending } from "./store";

export function scopeOf(teamId: string): string {
  return `team:${teamId}`;
}

/** A fresh upload; what was typed about it is asked for when it starts. */
export function begin(teamId: string): Uploader {
  const uploader = createUploader({
    scope: scopeOf(teamId),
    createPackage: () => createPackageOf(teamId),
    finished: (id) => applyPlannedExpiry(teamId, id),
    renewToken: async (id) => (await fetchPackage(teamId, id)).access_token,
  });
  setSending({ teamId, uploader });
  return uploader;
}

import type { Schemas } from "../api/client";
import type { UploadPackage } from "./types";

/** What the uploader needs of the reply that created a package. */
export function packageOf(body: Schemas["PackageBody"]): UploadPackage {
  const found = body.progress_channels.find((each) => each.topic === "upload" && each.provider === "tonnage");
  return {
    id: body.id,
    name: body.name,
    token: body.access_token,
    expiry: body.expiry,
    ...(found && { channel: { name: found.auth.channel_name, token: found.auth.token } }),
  };
}

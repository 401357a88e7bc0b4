import type { Schemas } from "../api";

export type Way = "people" | "link" | "portal";

export interface UploadValues {
  way: Way;
  paths: string[];
  team_id: string;
  recipients: string[];
  package_name: string;
  package_description: string;
  password: string;
  delete_after: number | undefined;
  download_limit: number | undefined;
  priority: number | undefined;
  subdomain: string;
  sender_email: string;
  access_code: string;
}

/** Which call starts an upload, and with what. Whatever is empty is left to the agent. */
export function uploadCall(values: UploadValues): {
  path: string;
  body: Schemas["StartUpload"] | Schemas["StartPortalUpload"];
} {
  const { paths, package_name, package_description, priority } = values;
  const common = filled({ paths, package_name, package_description, priority });
  if (values.way === "portal") {
    const { subdomain, sender_email, access_code } = values;
    return {
      path: "/portals/uploads",
      body: { paths, subdomain, sender_email, ...common, ...filled({ access_code }) },
    };
  }
  const { team_id, password, delete_after, download_limit } = values;
  const recipients = values.way === "people" ? values.recipients : [];
  return {
    path: "/uploads",
    body: { paths, team_id, recipients, ...common, ...filled({ password, delete_after, download_limit }) },
  };
}

function filled<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The fields that must be filled in, by what is sent where. */
export function missing(values: UploadValues): (keyof UploadValues)[] {
  const needed: (keyof UploadValues)[] = ["paths"];
  if (values.way === "portal") needed.push("subdomain", "sender_email");
  else needed.push("team_id");
  if (values.way === "people") needed.push("recipients");
  return needed.filter((name) => values[name] === "" || (Array.isArray(values[name]) && values[name].length === 0));
}

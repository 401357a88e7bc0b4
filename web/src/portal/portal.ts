import { answer, api, type Schemas } from "../api/client";
import type { FileRules } from "../uploader";

export type PublicPortal = Schemas["PublicPortal"];
export type FormElement = Schemas["FormElement"];

/** Any letter may stand in a code; headers take few, so it is written as in an address. */
export function codeHeader(code: string): Record<string, string> {
  return code ? { "X-Access-Code": encodeURIComponent(code) } : {};
}

export function findPortal(subdomain: string): Promise<PublicPortal> {
  return answer(api.GET("/v1/subdomains/portals/{subdomain}", { params: { path: { subdomain } } }));
}

/** What the form asks, for someone who knows the code. */
export async function formByCode(portal: PublicPortal, code: string): Promise<FormElement[] | null> {
  const params = { path: { portal_id: portal.id } };
  const whole = await answer(api.GET("/v1/portals/{portal_id}", { params, headers: codeHeader(code) }));
  return whole.custom_metadata ?? null;
}

export function rulesOf(portal: PublicPortal): FileRules {
  const sizes = portal.package_size_restriction_enabled && {
    maxFileSize: portal.max_file_size,
    maxFileCount: portal.max_file_count,
    maxPackageSize: portal.max_package_size,
  };
  const types = portal.file_type_restriction_enabled && {
    fileTypes: portal.file_types,
    refusesFileTypes: portal.file_type_restriction_exclude,
  };
  return { ...sizes, ...types };
}

/** An address that someone chose, if it leads to the web and nowhere else. */
export function webAddress(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}

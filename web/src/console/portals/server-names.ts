import { CallError } from "../../api/client";
import type { PortalDraft } from "./draft";

/** What the server calls the fields of a Portal, and what the editor does. */
const NAMES: Record<string, keyof PortalDraft> = {
  logo_url: "logoUrl",
  background_url: "backgroundUrl",
  primary_color: "primaryColor",
  has_access_code: "hasAccessCode",
  access_code: "accessCode",
  has_download_password: "hasDownloadPassword",
  download_password: "downloadPassword",
  terms_of_service: "terms",
  terms_of_service_enabled: "hasTerms",
  package_size_restriction_enabled: "limitsSizes",
  max_package_size: "maxPackageSize",
  max_file_size: "maxFileSize",
  max_file_count: "maxFileCount",
  max_stored_bytes: "maxStoredBytes",
  max_packages_per_hour: "maxPackagesPerHour",
  max_entries_per_hour: "maxEntriesPerHour",
  file_type_restriction_enabled: "limitsTypes",
  file_types: "fileTypes",
  package_name_format: "nameFormat",
  expiry: "expiry",
  custom_expiry_days: "storageDays",
  tag: "tagId",
  teamspace_id: "teamspaceId",
  access_level: "isPrivate",
  access_list: "accessList",
  cloud_connections: "connections",
  filter_id: "connections",
  custom_webhooks: "webhooks",
};

/** The same refusal with the editor's names, so that each complaint finds its field. */
export function withDraftNames(error: CallError): CallError {
  const fields = error.fields.map(({ field, message }) => {
    const [, first = "", rest = ""] = /^([a-z_]+)(.*)$/.exec(field) ?? [];
    return { field: `${NAMES[first] ?? first}${rest}`, message };
  });
  return new CallError(error.status, error.code, error.message, fields, error.requestId, error.retryAfter, error.body);
}

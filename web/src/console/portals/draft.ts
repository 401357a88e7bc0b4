import type { Schemas } from "../../api/client";
import { isNever } from "../../texts/format";

export type Portal = Schemas["PortalBody"];

/** The zero date-time, by which the interface says "unset". */
const NEVER = "0001-01-01T00:00:00.000Z";

export interface AttachedConnection {
  id: string;
  /** Empty for all files. */
  filterId: string;
}

/** Everything of a Portal that its editor changes. Whatever else a Portal has is kept as it was read. */
export interface PortalDraft {
  name: string;
  subdomain: string;
  active: boolean;
  message: string;
  language: string;
  logoUrl: string;
  backgroundUrl: string;
  primaryColor: string;
  hasAccessCode: boolean;
  accessCode: string;
  hasDownloadPassword: boolean;
  downloadPassword: string;
  hasTerms: boolean;
  terms: Schemas["TermsOfService"];
  limitsSizes: boolean;
  maxPackageSize: number;
  maxFileSize: number;
  maxFileCount: number;
  maxStoredBytes: number;
  maxPackagesPerHour: number;
  maxEntriesPerHour: number;
  limitsTypes: boolean;
  excludesTypes: boolean;
  fileTypes: string[];
  hasNameFormat: boolean;
  nameFormat: Schemas["PackageNameFormat"];
  expires: boolean;
  /** Empty when unset. */
  expiry: string;
  storageDays: number;
  recipients: string[];
  sendsReceipt: boolean;
  /** Empty for none. */
  tagId: string;
  teamspaceId: string;
  isPrivate: boolean;
  accessList: string[];
  connections: AttachedConnection[];
  webhooks: string[];
}

export function draftOf(portal: Portal): PortalDraft {
  return {
    name: portal.name,
    subdomain: portal.subdomain,
    active: portal.active,
    message: portal.message,
    language: portal.language,
    logoUrl: portal.logo_url,
    backgroundUrl: portal.background_url,
    primaryColor: portal.primary_color,
    hasAccessCode: portal.has_access_code,
    accessCode: portal.access_code,
    hasDownloadPassword: portal.has_download_password,
    downloadPassword: portal.download_password,
    hasTerms: portal.terms_of_service_enabled,
    terms: portal.terms_of_service,
    limitsSizes: portal.package_size_restriction_enabled,
    maxPackageSize: portal.max_package_size,
    maxFileSize: portal.max_file_size,
    maxFileCount: portal.max_file_count,
    maxStoredBytes: portal.max_stored_bytes,
    maxPackagesPerHour: portal.max_packages_per_hour,
    maxEntriesPerHour: portal.max_entries_per_hour,
    limitsTypes: portal.file_type_restriction_enabled,
    excludesTypes: portal.file_type_restriction_exclude,
    fileTypes: portal.file_types,
    hasNameFormat: portal.package_name_format_enabled,
    nameFormat: portal.package_name_format,
    expires: portal.expiry_enabled,
    expiry: isNever(portal.expiry) ? "" : portal.expiry,
    storageDays: portal.custom_expiry_days,
    recipients: portal.recipients ?? [],
    sendsReceipt: !portal.disable_upload_receipt,
    tagId: portal.tag?.id ?? "",
    teamspaceId: portal.teamspace_id,
    isPrivate: portal.access_level === "private",
    accessList: (portal.access_list ?? []).map((entry) => entry.membership_id),
    connections: (portal.cloud_connections ?? []).map(({ id, filter_id }) => ({ id, filterId: filter_id })),
    webhooks: (portal.custom_webhooks ?? []).map((webhook) => webhook.id),
  };
}

/**
 * The body of an update: the Portal as it was read, with the draft over it, so that what this editor does not know is
 * sent back unchanged. Connections and webhooks are named only by those who may attach them: for others, silence
 * changes nothing, also if somebody else attached one meanwhile.
 */
export function updateOf(portal: Portal, draft: PortalDraft, mayAttach: boolean) {
  const {
    cloud_connections: _connections,
    custom_webhooks: _webhooks,
    custom_metadata: _form,
    held: _held,
    hourly: _hourly,
    ...kept
  } = portal;
  return { ...kept, ...settingsOf(draft), ...(mayAttach ? attachmentsOf(draft) : {}) };
}

function settingsOf(draft: PortalDraft) {
  return {
    name: draft.name.trim(),
    subdomain: draft.subdomain.trim(),
    active: draft.active,
    message: draft.message,
    language: draft.language,
    logo_url: draft.logoUrl.trim(),
    background_url: draft.backgroundUrl.trim(),
    primary_color: draft.primaryColor.trim(),
    has_access_code: draft.hasAccessCode,
    access_code: draft.accessCode,
    has_download_password: draft.hasDownloadPassword,
    download_password: draft.downloadPassword,
    terms_of_service_enabled: draft.hasTerms,
    terms_of_service: draft.terms,
    package_size_restriction_enabled: draft.limitsSizes,
    max_package_size: draft.maxPackageSize,
    max_file_size: draft.maxFileSize,
    max_file_count: draft.maxFileCount,
    max_stored_bytes: draft.maxStoredBytes,
    max_packages_per_hour: draft.maxPackagesPerHour,
    max_entries_per_hour: draft.maxEntriesPerHour,
    file_type_restriction_enabled: draft.limitsTypes,
    file_type_restriction_exclude: draft.excludesTypes,
    file_types: draft.fileTypes,
    package_name_format_enabled: draft.hasNameFormat,
    package_name_format: draft.nameFormat,
    expiry_enabled: draft.expires,
    expiry: draft.expiry === "" ? NEVER : draft.expiry,
    custom_expiry_days: draft.storageDays,
    recipients: draft.recipients,
    disable_upload_receipt: !draft.sendsReceipt,
    tag: draft.tagId === "" ? null : { id: draft.tagId },
    teamspace_id: draft.teamspaceId,
    access_level: draft.isPrivate ? "private" : "regular",
    access_list: draft.isPrivate ? draft.accessList : [],
  };
}

function attachmentsOf(draft: PortalDraft) {
  return {
    configure_cloud_connections: true,
    cloud_connections: draft.connections.map(({ id, filterId }) => ({ id, filter_id: filterId || null })),
    custom_webhooks: draft.webhooks.map((id) => ({ id })),
  };
}

/**
 * What to save when somebody else may have changed the Portal since it was read: what was changed here, over what is
 * there now. Only where both changed the same thing does the later one win.
 */
export function mergedDraft(read: PortalDraft, draft: PortalDraft, fresh: PortalDraft): PortalDraft {
  const changed = Object.entries(draft).filter(([key, value]) => !isSame(value, read[key as keyof PortalDraft]));
  return { ...fresh, ...Object.fromEntries(changed) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export type DraftProblem =
  | "name"
  | "accessCode"
  | "downloadPassword"
  | "terms"
  | "sizes"
  | "types"
  | "expiry"
  | "private";

/** What the server would refuse, told before it is asked. */
export function draftProblems(draft: PortalDraft): DraftProblem[] {
  const { title, description, checkbox_label, checkbox_url } = draft.terms;
  const hasTermsText = [title, description, checkbox_label, checkbox_url].some((text) => text.trim() !== "");
  const found: [DraftProblem, boolean][] = [
    ["name", draft.name.trim() === ""],
    ["accessCode", draft.hasAccessCode && draft.accessCode === ""],
    ["downloadPassword", draft.hasDownloadPassword && draft.downloadPassword === ""],
    ["terms", draft.hasTerms && !hasTermsText],
    ["sizes", draft.limitsSizes && draft.maxPackageSize + draft.maxFileSize + draft.maxFileCount === 0],
    ["types", draft.limitsTypes && draft.fileTypes.length === 0],
    ["expiry", draft.expires && draft.expiry === ""],
    ["private", draft.isPrivate && !draft.hasAccessCode],
  ];
  return found.filter(([, isWrong]) => isWrong).map(([problem]) => problem);
}

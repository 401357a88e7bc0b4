import { CallError, type Schemas } from "../../api/client";
import {
  type AccessMode,
  authorizationOf,
  type Direction,
  directoriesOf,
  missingFields,
  type Provider,
} from "./providers";

/** A connection while it is edited. `values` are those of its authorization, which the server never tells again. */
export interface ConnectionDraft {
  name: string;
  direction: Direction;
  mode: AccessMode;
  /** Whether an authorization is sent: always for a new connection, by choice for one that has one. */
  replaces: boolean;
  values: Record<string, string>;
  targetDirectory: string;
  sourceDirectories: string;
  manifest: boolean;
}

/** A Team does not choose its external id: the server accepts no other. */
export function connectionDraftOf(connection?: Schemas["CloudConnectionBody"], externalId = ""): ConnectionDraft {
  return {
    name: connection?.name ?? "",
    direction: connection?.direction === "cloud_to_service" ? "cloud_to_service" : "service_to_cloud",
    mode: "keys",
    replaces: connection === undefined,
    values: externalId === "" ? {} : { external_id: externalId },
    targetDirectory: connection?.target_directory_id ?? "",
    sourceDirectories: (connection?.source_directory_ids ?? []).join("\n"),
    manifest: connection?.upload_transfer_manifest ?? false,
  };
}

/** The body of a create or an update. Providers refuse what they have no use for, so only that is said which applies. */
export function connectionBodyOf(provider: Provider, draft: ConnectionDraft, isNew: boolean) {
  const gives = draft.direction === "service_to_cloud";
  const asks = !provider.is_gateway && draft.replaces;
  return {
    name: draft.name.trim(),
    ...(isNew ? { provider: provider.token, direction: draft.direction } : {}),
    ...(asks ? { authorization: authorizationOf(provider, draft.direction, draft.mode, draft.values) } : {}),
    ...(gives && provider.has_target_directory ? { target_directory_id: draft.targetDirectory.trim() } : {}),
    ...(gives ? {} : { source_directory_ids: directoriesOf(draft.sourceDirectories) }),
    ...(gives && provider.is_s3 ? { upload_transfer_manifest: draft.manifest } : {}),
  };
}

export function missingValues(provider: Provider, draft: ConnectionDraft): string[] {
  if (!draft.replaces) return [];
  return missingFields(provider, draft.direction, draft.mode, draft.values);
}

/** The form's names for what the server complains about. */
const NAMES: [RegExp, string][] = [
  [/^authorization/, "values"],
  [/^target_directory_id/, "targetDirectory"],
  [/^source_directory_ids/, "sourceDirectories"],
  [/^upload_transfer_manifest/, "manifest"],
];

/** The same refusal with the names that the form uses, so that each complaint finds its field. */
export function withFormNames(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const fields = error.fields.map(({ field, message }) => {
    const [pattern, name] = NAMES.find(([each]) => each.test(field)) ?? [/^/, ""];
    return { field: field.replace(pattern, name), message };
  });
  return new CallError(error.status, error.code, error.message, fields, error.requestId, error.retryAfter, error.body);
}

/** What the server says of each field of the authorization. */
export function valueComplaints(error: unknown): Map<string, string> {
  const fields = error instanceof CallError ? error.fields : [];
  return new Map(
    fields.flatMap(({ field, message }): [string, string][] => {
      const name = /^(?:authorization|values)\.(\w+)/.exec(field)?.[1];
      return name ? [[name, message]] : [];
    }),
  );
}

import {
  type AccessMode,
  PROVIDERS as ALL,
  type Direction,
  type Field,
  type ProviderFacts,
  type ProviderKind,
} from "../../facts/providers";

export type { AccessMode, Direction, Field } from "../../facts/providers";

/** How people know a provider: by what kind of storage it is. */
export type ProviderGroup = "object-storage" | "platform" | "gateway";

/** The group of each provider, in the order in which they are offered. */
const GROUPS: Record<ProviderKind, ProviderGroup> = {
  vendor_a_s3: "object-storage",
  vendor_b_blob: "object-storage",
  vendor_c_b2: "object-storage",
  vendor_g_storage: "object-storage",
  vendor_e_s3: "object-storage",
  vendor_h_s3: "object-storage",
  vendor_k_s3: "object-storage",
  vendor_l_s3: "object-storage",
  vendor_d_box: "platform",
  vendor_f_v4: "platform",
  vendor_f: "platform",
  vendor_i: "platform",
  vendor_n: "platform",
  desktop_sg: "gateway",
  vendor_a_efs_sg: "gateway",
  vendor_j_sg: "gateway",
  vendor_m_sg: "gateway",
};

export interface Provider extends ProviderFacts {
  token: ProviderKind;
  group: ProviderGroup;
}

export const PROVIDERS: readonly Provider[] = (Object.keys(GROUPS) as ProviderKind[]).map((token) => ({
  token,
  group: GROUPS[token],
  ...ALL[token],
}));

export function providerOf(token: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.token === token);
}

/** Whether it is opened by keys or by a role; all others have only one way. */
export const hasRoles = (provider: Provider): boolean => provider.fields.some((field) => field.access_mode === "role");

/** What applies here, in order, whether people are asked for it or not. */
function applicableFields(provider: Provider, direction: Direction, mode: AccessMode): Field[] {
  return provider.fields.filter(
    (field) => (field.direction ?? direction) === direction && (field.access_mode ?? mode) === mode,
  );
}

/** What is asked for, in order. */
export function fieldsOf(provider: Provider, direction: Direction, mode: AccessMode): Field[] {
  return applicableFields(provider, direction, mode).filter((field) => field.kind !== "fixed");
}

/** The `authorization` of a connection: what was asked for and nothing else, since providers refuse what they do not know. */
export function authorizationOf(
  provider: Provider,
  direction: Direction,
  mode: AccessMode,
  values: Record<string, string>,
): Record<string, string> {
  const pairs = applicableFields(provider, direction, mode).map((field): [string, string] => {
    const given = field.kind === "fixed" ? undefined : values[field.name];
    const value = given ?? field.initial;
    return [field.name, field.kind === "private_key" ? value : value.trim()];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

/** The fields that are still empty and must not be. */
export function missingFields(
  provider: Provider,
  direction: Direction,
  mode: AccessMode,
  values: Record<string, string>,
): string[] {
  const given = authorizationOf(provider, direction, mode, values);
  return fieldsOf(provider, direction, mode)
    .filter((field) => !field.is_optional && given[field.name] === undefined)
    .map((field) => field.name);
}

/** One directory on each line. */
export function directoriesOf(lines: string): string[] {
  return [
    ...new Set(
      lines
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}

/** The names of time zones that this browser knows, and always the one in use and UTC, which browsers leave out. */
export function timeZones(current: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return [...new Set(["UTC", ...known, current])].sort((left, right) => left.localeCompare(right));
}

/** The secret in groups of four, as people type it. */
export function grouped(secret: string): string {
  return secret.replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ");
}

import type { Schemas } from "../../api/client";

export type Activity = Schemas["ActivityBody"];

/** The name of the text that says what kind of activity this is. */
export function kindText(kind: string): string {
  return `activities-kind-${kind.replaceAll("_", "-")}`;
}

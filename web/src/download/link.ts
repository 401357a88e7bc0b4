import type { Schemas } from "../api/client";

/** What opening a link answers. */
export type ResolvedLink = Schemas["ResolvedLink"];

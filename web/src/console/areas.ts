import type { FunctionComponent } from "react";
import type { Action } from "../facts/policy";
import type { IconName } from "../kit";

/** The groups of the navigation, in their order; each has the text `frame-group-…`. */
export const GROUPS = ["packages", "receive", "team", "connect", "record"] as const;
export type Group = (typeof GROUPS)[number];

/** A part of the console: what stands in the navigation, and the pages below it. */
export interface Area {
  id: string;
  /** Without a group it is not in the navigation, but somewhere of its own, such as the account menu. */
  group?: Group;
  /** The name of its text. */
  label: string;
  icon: IconName;
  /** Where the navigation leads. */
  path: string;
  /** Who sees it; everyone when missing. */
  needs?: Action;
  /** Where the key `n` leads while a page of this area is open. */
  create?: string;
  pages: AreaPage[];
}

export interface AreaPage {
  /** As the router writes it: `/portals/$id`. */
  path: string;
  /** Made by `lazyPage`, so that its script is fetched when it is opened. */
  component: FunctionComponent;
  /** Who sees it, where that differs from the area. */
  needs?: Action;
}

/** The order inside the groups. An area that is not named stands at the end of its group. */
const ORDER = [
  ...["home", "sent", "received", "send"],
  ...["portals", "forms"],
  ...["members", "spaces", "tags", "settings"],
  ...["connections", "filters", "webhooks", "api-keys"],
  ...["activities", "usage", "outbox", "audit"],
];

const found = import.meta.glob<{ areas: Area[] }>("./*/area.ts", { eager: true });

/** Every area: each folder here that has an `area.ts`. */
export const AREAS: Area[] = Object.values(found)
  .flatMap((module) => module.areas)
  .sort((one, other) => place(one) - place(other));

function place(area: Area): number {
  const index = ORDER.indexOf(area.id);
  return index < 0 ? ORDER.length : index;
}

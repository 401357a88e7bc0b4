import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "members",
    group: "team",
    label: "members-title",
    icon: "people",
    path: "/members",
    needs: "manage_team",
    pages: [{ path: "/members", component: lazyPage(() => import("./MembersPage"), "MembersPage") }],
  },
];

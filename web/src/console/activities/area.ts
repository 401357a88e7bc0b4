import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "activities",
    group: "record",
    label: "activities-title",
    icon: "clock",
    path: "/activities",
    needs: "read_audit",
    pages: [{ path: "/activities", component: lazyPage(() => import("./ActivitiesPage"), "ActivitiesPage") }],
  },
];

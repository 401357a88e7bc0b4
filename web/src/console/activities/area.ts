import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "activities",
    group: "record",
    label: "activities-title",
    icon: "clock",
    path: "/activities",
    needs: "record",
    pages: [{ path: "/activities", component: lazyPage(() => import("./ActivitiesPage"), "ActivitiesPage") }],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "filters",
    group: "connect",
    label: "filters-title",
    icon: "filter",
    path: "/filters",
    needs: "manage_connections",
    create: "/filters/new",
    pages: [
      { path: "/filters", component: lazyPage(() => import("./FiltersPage"), "FiltersPage") },
      { path: "/filters/new", component: lazyPage(() => import("./FilterPage"), "NewFilterPage") },
      { path: "/filters/$id", component: lazyPage(() => import("./FilterPage"), "FilterPage") },
    ],
  },
];

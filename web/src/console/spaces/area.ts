import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "spaces",
    group: "team",
    label: "spaces-title",
    icon: "space",
    path: "/spaces",
    pages: [
      { path: "/spaces", component: lazyPage(() => import("./SpacesPage"), "SpacesPage") },
      { path: "/spaces/$id", component: lazyPage(() => import("./SpacePage"), "SpacePage") },
    ],
  },
];

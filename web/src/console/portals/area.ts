import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "portals",
    group: "receive",
    label: "portals-title",
    icon: "door",
    path: "/portals",
    needs: "read_portals",
    create: "/portals?new=1",
    pages: [
      { path: "/portals", component: lazyPage(() => import("./PortalsPage"), "PortalsPage") },
      { path: "/portals/$id", component: lazyPage(() => import("./PortalPage"), "PortalPage") },
      {
        path: "/portals/$id/form",
        component: lazyPage(() => import("./PortalFormPage"), "PortalFormPage"),
        needs: "manage_forms",
      },
    ],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "connections",
    group: "connect",
    label: "connections-title",
    icon: "cloud",
    path: "/connections",
    needs: "manage_connections",
    create: "/connections/new",
    pages: [
      { path: "/connections", component: lazyPage(() => import("./ConnectionsPage"), "ConnectionsPage") },
      { path: "/connections/new", component: lazyPage(() => import("./NewConnectionPage"), "NewConnectionPage") },
      { path: "/connections/$id", component: lazyPage(() => import("./ConnectionPage"), "ConnectionPage") },
    ],
  },
];

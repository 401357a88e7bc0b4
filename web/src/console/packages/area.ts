import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "sent",
    group: "packages",
    label: "packages-sent",
    icon: "send",
    path: "/sent",
    needs: "manage_sent_packages",
    create: "/send",
    pages: [{ path: "/sent", component: lazyPage(() => import("./PackagesPage"), "SentPage") }],
  },
  {
    id: "received",
    group: "packages",
    label: "packages-received",
    icon: "inbox",
    path: "/received",
    needs: "read_portals",
    pages: [{ path: "/received", component: lazyPage(() => import("./PackagesPage"), "ReceivedPage") }],
  },
  {
    id: "package",
    label: "packages-one",
    icon: "box",
    path: "/packages",
    pages: [{ path: "/packages/$id", component: lazyPage(() => import("./PackagePage"), "PackagePage") }],
  },
];

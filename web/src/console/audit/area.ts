import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "audit",
    group: "record",
    label: "audit-title",
    icon: "shield",
    path: "/audit",
    needs: "read_audit",
    pages: [{ path: "/audit", component: lazyPage(() => import("./AuditPage"), "AuditPage") }],
  },
];

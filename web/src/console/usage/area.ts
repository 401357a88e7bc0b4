import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "usage",
    group: "record",
    label: "usage-title",
    icon: "chart",
    path: "/usage",
    needs: "read_usage",
    pages: [{ path: "/usage", component: lazyPage(() => import("./UsagePage"), "UsagePage") }],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "home",
    group: "packages",
    label: "frame-home",
    icon: "home",
    path: "/",
    pages: [{ path: "/", component: lazyPage(() => import("./HomePage"), "HomePage") }],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "tags",
    group: "team",
    label: "tags-title",
    icon: "tag",
    path: "/tags",
    needs: "use_tags",
    pages: [{ path: "/tags", component: lazyPage(() => import("./TagsPage"), "TagsPage") }],
  },
];

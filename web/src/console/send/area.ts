import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "send",
    label: "send-title",
    icon: "send",
    path: "/send",
    needs: "send_packages",
    pages: [{ path: "/send", component: lazyPage(() => import("./SendPage"), "SendPage") }],
  },
];

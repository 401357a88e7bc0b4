import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "account",
    label: "account-title",
    icon: "person",
    path: "/account",
    pages: [{ path: "/account", component: lazyPage(() => import("./AccountPage"), "AccountPage") }],
  },
];

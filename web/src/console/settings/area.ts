import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "settings",
    group: "team",
    label: "settings-title",
    icon: "gear",
    path: "/settings",
    needs: "manage_team",
    pages: [{ path: "/settings", component: lazyPage(() => import("./SettingsPage"), "SettingsPage") }],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "api-keys",
    group: "connect",
    label: "keys-title",
    icon: "key",
    path: "/api-keys",
    needs: "manage_api_keys",
    pages: [{ path: "/api-keys", component: lazyPage(() => import("./KeysPage"), "KeysPage") }],
  },
];

import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "outbox",
    group: "record",
    label: "outbox-title",
    icon: "mail",
    path: "/outbox",
    needs: "read_outbox",
    pages: [{ path: "/outbox", component: lazyPage(() => import("./OutboxPage"), "OutboxPage") }],
  },
];

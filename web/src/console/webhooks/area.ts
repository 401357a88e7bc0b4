import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "webhooks",
    group: "connect",
    label: "webhooks-title",
    icon: "hook",
    path: "/webhooks",
    needs: "manage_connections",
    create: "/webhooks/new",
    pages: [
      { path: "/webhooks", component: lazyPage(() => import("./WebhooksPage"), "WebhooksPage") },
      { path: "/webhooks/new", component: lazyPage(() => import("./NewWebhookPage"), "NewWebhookPage") },
      { path: "/webhooks/$id", component: lazyPage(() => import("./WebhookPage"), "WebhookPage") },
    ],
  },
];

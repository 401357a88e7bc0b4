import type { Area } from "../areas";
import { lazyPage } from "../lazy";

export const areas: Area[] = [
  {
    id: "forms",
    group: "receive",
    label: "forms-title",
    icon: "form",
    path: "/forms",
    needs: "manage_forms",
    create: "/forms/new",
    pages: [
      { path: "/forms", component: lazyPage(() => import("./TemplatesPage"), "TemplatesPage") },
      { path: "/forms/new", component: lazyPage(() => import("./TemplatePage"), "NewTemplatePage") },
      { path: "/forms/$id", component: lazyPage(() => import("./TemplatePage"), "TemplatePage") },
    ],
  },
];

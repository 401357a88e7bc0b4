import { lazyRouteComponent } from "@tanstack/react-router";
import type { FunctionComponent } from "react";

/** A page whose script is fetched when it is first opened: `lazyPage(() => import("./PortalsPage"), "PortalsPage")`. */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, FunctionComponent>>,
  name: N,
): FunctionComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, FunctionComponent>>, name) as FunctionComponent;
}

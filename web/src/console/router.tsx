import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { Loading } from "../kit";
import { parseSearch, writeSearch } from "./address";
import { AREAS, type Area, type AreaPage } from "./areas";
import { PageFailed, Unknown } from "./frame/failures";
import { Guarded } from "./frame/Guarded";
import { DOORS, Root } from "./frame/Root";

const root = createRootRoute({ component: Root, notFoundComponent: Unknown, errorComponent: PageFailed });

function routeOf(area: Area, page: AreaPage) {
  const needs = page.needs ?? area.needs;
  const Inner = page.component;
  const component = () => (
    <Guarded needs={needs}>
      <Inner />
    </Guarded>
  );
  return createRoute({ getParentRoute: () => root, path: page.path, component, errorComponent: PageFailed });
}

export function makeRouter() {
  const doors = DOORS.map((door) => createRoute({ getParentRoute: () => root, ...door }));
  const pages = AREAS.flatMap((area) => area.pages.map((page) => routeOf(area, page)));
  return createRouter({
    routeTree: root.addChildren([...doors, ...pages]),
    parseSearch,
    stringifySearch: writeSearch,
    defaultPendingComponent: Loading,
    scrollRestoration: true,
  });
}

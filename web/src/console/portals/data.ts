import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { useServer } from "../server";
import { useTeamId } from "../shared/data";
import { type PortalPlaces, portalPlaces } from "./address";
import type { Portal } from "./draft";
import { type PortalSearch, portalQuery } from "./search";

export function usePortals(search: PortalSearch) {
  const team = useTeamId();
  const query = portalQuery(search);
  return useQuery({
    queryKey: ["portals", team, query],
    queryFn: () =>
      answer<Schemas["PortalPage"]>(
        api.GET("/v1.1/teams/{team_id}/portals", { params: { path: { team_id: team }, query } }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function readPortal(id: string): Promise<Portal> {
  return answer<Portal>(api.GET("/v1.1/portals/{portal_id}", { params: { path: { portal_id: id } } }));
}

export function usePortal(id: string) {
  return useQuery({ queryKey: ["portals", "one", id], queryFn: () => readPortal(id) });
}

/** Where the page of a Portal is, on this server. */
export function usePlaces(): (subdomain: string) => PortalPlaces {
  const { server, portal_domain } = useServer();
  return (subdomain) => portalPlaces(server, portal_domain, subdomain);
}

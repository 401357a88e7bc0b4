import { type QueryKey, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import { useSession } from "../session/useSession";

export type Connection = Schemas["CloudConnectionBody"];
export type Filter = Schemas["FilterBody"];
export type Member = Schemas["MemberBody"];
export type Template = Schemas["FormTemplateBody"];
export type Webhook = Schemas["WebhookBody"];

/** What the areas of Portals and integrations read of each other, so that each is asked for in one way and kept once. */
export function useTeamId(): string {
  return useSession().team.id;
}

/** Has everything read anew whose key begins with one of these words. */
export function useRefresh(): (...words: string[]) => void {
  const queries = useQueryClient();
  return useCallback(
    (...words) => {
      for (const word of words) void queries.invalidateQueries({ queryKey: [word] });
    },
    [queries],
  );
}

/** Counts our own saves, each once it was read back: the form starts over with it. What others save is only merged into it. */
export function useSaves(word: string): { saves: number; saved: () => void } {
  const queries = useQueryClient();
  const [saves, setSaves] = useState(0);
  const saved = () => void queries.invalidateQueries({ queryKey: [word] }).finally(() => setSaves((all) => all + 1));
  return { saves, saved };
}

const read = <T>(queryKey: QueryKey, queryFn: () => Promise<T>) => queryOptions({ queryKey, queryFn });
const ofTeam = (team: string) => ({ params: { path: { team_id: team } } });

export function useFilters(isWanted = true) {
  const team = useTeamId();
  const list = () => answer<Filter[]>(api.GET("/v1/teams/{team_id}/filters", ofTeam(team)));
  return useQuery({ ...read(["filters", team], list), enabled: isWanted });
}

export function useFilter(id: string) {
  const call = { params: { path: { filter_id: id } } };
  return useQuery(read(["filters", "one", id], () => answer<Filter>(api.GET("/v1/filters/{filter_id}", call))));
}

export function useWebhooks(isWanted = true) {
  const team = useTeamId();
  const list = () => answer<Webhook[]>(api.GET("/v1/teams/{team_id}/custom_webhooks", ofTeam(team)));
  return useQuery({ ...read(["webhooks", team], list), enabled: isWanted });
}

export function useWebhook(id: string) {
  const call = { params: { path: { custom_webhook_id: id } } };
  const one = () => answer<Webhook>(api.GET("/v1/custom_webhooks/{custom_webhook_id}", call));
  return useQuery(read(["webhooks", "one", id], one));
}

export function useConnections(isWanted = true) {
  const team = useTeamId();
  const list = () => answer<Connection[]>(api.GET("/v1/teams/{team_id}/cloud_connections", ofTeam(team)));
  return useQuery({ ...read(["connections", team], list), enabled: isWanted });
}

const WHILE_AWAY = 10_000;

export function useConnection(id: string) {
  const call = { params: { path: { cloud_connection_id: id } } };
  const one = () => answer<Connection>(api.GET("/v1/cloud_connections/{cloud_connection_id}", call));
  return useQuery({
    ...read(["connections", "one", id], one),
    // Whoever has just set up a gateway waits here for it to appear.
    refetchInterval: (query) => (query.state.data?.connected === false ? WHILE_AWAY : false),
  });
}

export function useTemplates(isWanted = true) {
  const team = useTeamId();
  const list = () => answer<Template[]>(api.GET("/v1/teams/{team_id}/forms/templates", ofTeam(team)));
  return useQuery({ ...read(["templates", team], list), enabled: isWanted });
}

export function useMembers(isWanted = true) {
  const team = useTeamId();
  const list = () => answer<Member[]>(api.GET("/v1/teams/{team_id}/members", ofTeam(team)));
  return useQuery({ ...read(["members", team], list), enabled: isWanted });
}

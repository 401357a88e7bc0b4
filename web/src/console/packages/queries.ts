import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { QUERY } from "../../facts/limits";
import { useSession } from "../session/useSession";
import type { PackageQuery } from "./filters";

export type Package = Schemas["PackageBody"];
export type PackageFile = Schemas["FileBody"];
export type PackageLink = Schemas["LinkBody"];
export type Direction = "sent" | "received";

/** The header that gives access to one package. */
export function tokenOf(one: Pick<Package, "access_token">): { "X-Package-Token": string } {
  return { "X-Package-Token": one.access_token };
}

export function fetchPackages(
  direction: Direction,
  team: string,
  query: PackageQuery,
): Promise<Schemas["PackagePage"]> {
  const params = { path: { team_id: team }, query };
  if (direction === "sent") return answer(api.GET("/v1.1/teams/{team_id}/packages", { params }));
  return answer(api.GET("/v1.1/teams/{team_id}/inbox", { params }));
}

export function usePackages(direction: Direction, query: PackageQuery, isWanted = true) {
  const { team } = useSession();
  return useQuery({
    queryKey: ["packages", team.id, direction, query],
    queryFn: () => fetchPackages(direction, team.id, query),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

export function fetchPackage(team: string, id: string): Promise<Package> {
  const params = { path: { team_id: team, package_id: id } };
  return answer(api.GET("/v1.1/teams/{team_id}/packages/{package_id}", { params }));
}

/** Whether the Team shows a link only when it is made. */
export function useLinksShownOnce(): boolean {
  const { team } = useSession();
  const query = useQuery({
    queryKey: ["team", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}", { params: { path: { team_id: team.id } } })),
  });
  return query.data?.links_shown_once ?? false;
}

/** While a package is being uploaded it changes by itself. */
const UPLOADING_EVERY = 10_000;

export function usePackage(id: string) {
  const { team } = useSession();
  return useQuery({
    queryKey: ["package", team.id, id],
    queryFn: () => fetchPackage(team.id, id),
    refetchInterval: (query) => (query.state.data?.state === "new" ? UPLOADING_EVERY : false),
  });
}

export function useTags(isWanted = true) {
  const { team, may } = useSession();
  return useQuery({
    queryKey: ["tags", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}/tags", { params: { path: { team_id: team.id } } })),
    enabled: isWanted && may("use_tags"),
  });
}

const CHOICES_PER_CALL = QUERY.PAGE_USUAL;
const CHOICES_MOST = 1_000;

/** All of a paged list, for fields in which one of them is chosen. */
async function all<T>(fetchPage: (index: number) => Promise<{ total: number; records: T[] }>): Promise<T[]> {
  const found: T[] = [];
  for (let index = 0; found.length < CHOICES_MOST; index += 1) {
    const { total, records } = await fetchPage(index);
    found.push(...records);
    if (records.length === 0 || found.length >= total) break;
  }
  return found;
}

export function useSpaces() {
  const { team } = useSession();
  const fetchPage = async (page: number) => {
    const params = { path: { team_id: team.id }, query: { page, limit: CHOICES_PER_CALL } };
    const { metadata, teamspaces } = await answer(api.GET("/v1.1/teams/{team_id}/spaces", { params }));
    return { total: metadata.total, records: teamspaces };
  };
  return useQuery({ queryKey: ["spaces", team.id, "choice"], queryFn: () => all(fetchPage) });
}

export function usePortals(isWanted: boolean) {
  const { team } = useSession();
  const fetchPage = async (index: number) => {
    const params = { path: { team_id: team.id }, query: { page: index + 1, limit: CHOICES_PER_CALL } };
    const { metadata, records } = await answer(api.GET("/v1.1/teams/{team_id}/portals", { params }));
    return { total: metadata.total, records };
  };
  return useQuery({ queryKey: ["portals", team.id, "choice"], queryFn: () => all(fetchPage), enabled: isWanted });
}

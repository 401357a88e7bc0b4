import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { QUERY } from "../../facts/limits";

export type Space = Schemas["TeamspaceBody"];
export type SpaceMember = Schemas["TeamspaceMember"];

export const LIMIT = QUERY.PAGE_USUAL;

const ofSpace = (id: string) => ({ path: { space_id: id } });

/** One page of the Teamspaces that the reader sees. Ours count from 1, the interface from 0. */
export function spacesOf(teamId: string, page: number) {
  return queryOptions({
    queryKey: ["spaces", teamId, page],
    queryFn: () => {
      const params = { path: { team_id: teamId }, query: { page: page - 1, limit: LIMIT } };
      return answer(api.GET("/v1.1/teams/{team_id}/spaces", { params }));
    },
    placeholderData: keepPreviousData,
  });
}

export function spaceById(id: string) {
  return queryOptions({
    queryKey: ["space", id],
    queryFn: () => answer(api.GET("/v1/spaces/{space_id}", { params: ofSpace(id) })),
  });
}

/** The packages of a Teamspace; this list tells no total. */
export function packagesOf(id: string, page: number, name: string) {
  return queryOptions({
    queryKey: ["space-packages", id, page, name],
    queryFn: () => {
      const query = { page: page - 1, limit: LIMIT, sort: "-created_at", ...(name && { name }) };
      return answer(api.GET("/v1.1/spaces/{space_id}/packages", { params: { ...ofSpace(id), query } }));
    },
    placeholderData: keepPreviousData,
  });
}

export function createSpace(teamId: string, name: string, members: string[]): Promise<Space> {
  const params = { path: { team_id: teamId } };
  return answer(api.POST("/v1/teams/{team_id}/spaces", { params, body: { name, member_ids: members } }));
}

export function renameSpace(id: string, name: string): Promise<unknown> {
  return answer(api.PUT("/v1/spaces/{space_id}", { params: ofSpace(id), body: { name } }));
}

export function deleteSpace(id: string): Promise<unknown> {
  return answer(api.DELETE("/v1/spaces/{space_id}", { params: ofSpace(id) }));
}

export function addMembers(id: string, members: string[]) {
  return answer(api.POST("/v1/spaces/{space_id}/members", { params: ofSpace(id), body: { member_ids: members } }));
}

export function removeFromSpace(id: string, spaceMembershipId: string): Promise<unknown> {
  const path = { space_id: id, teamspace_membership_id: spaceMembershipId };
  // Kept alive, because it may be the last thing that a page does.
  const options = { params: { path }, keepalive: true };
  return answer(api.DELETE("/v1/spaces/{space_id}/members/{teamspace_membership_id}", options));
}

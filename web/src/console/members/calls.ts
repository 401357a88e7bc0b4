import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { type Member, sortedMembers } from "./rules";

/** Everyone in a Team. Only who manages the Team may ask. */
export function membersOf(teamId: string) {
  return queryOptions({
    queryKey: ["members", teamId],
    queryFn: async () => sortedMembers(await answer(api.GET("/v1/teams/{team_id}/members", path(teamId)))),
  });
}

const path = (teamId: string) => ({ params: { path: { team_id: teamId } } });

export function invite(teamId: string, body: { email: string; name?: string; role: string }): Promise<Member> {
  return answer(api.POST("/v1/teams/{team_id}/members", { ...path(teamId), body }));
}

export function changeRole(membershipId: string, role: string): Promise<Member> {
  const params = { path: { membership_id: membershipId } };
  return answer(api.PUT("/v1/members/{membership_id}", { params, body: { role } }));
}

export function removeMember(membershipId: string): Promise<unknown> {
  return answer(api.DELETE("/v1/members/{membership_id}", { params: { path: { membership_id: membershipId } } }));
}

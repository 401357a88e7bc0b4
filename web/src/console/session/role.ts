import type { Schemas } from "../../api/client";
import type { Role } from "./policy";

type Ask = (path: string) => Promise<Response>;

/** The role of a user whom the server does not tell it: only some roles may ask for these lists. */
export async function roleByTrying(team: string, user: string, token: string, ask: Ask = asking(token)): Promise<Role> {
  const members = await ask(`/v1/teams/${team}/members`);
  if (members.ok) {
    const all = (await members.json()) as Schemas["MemberBody"][];
    return all.find((member) => member.user_id === user)?.role === "owner" ? "owner" : "admin";
  }
  if ((await ask(`/v1/teams/${team}/cloud_connections`)).ok) return "integration_manager";
  return (await ask(`/v1/teams/${team}/tags`)).ok ? "member" : "guest";
}

function asking(token: string): Ask {
  return (path) => fetch(path, { headers: { "X-User-Token": token } });
}

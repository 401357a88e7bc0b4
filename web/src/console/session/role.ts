import { CallError, callError, type Schemas } from "../../api/client";
import type { Role } from "./policy";

type Ask = (path: string) => Promise<Response>;

/** The role of a user whom the server does not tell it: only some roles may ask for these lists. */
export async function roleByTrying(team: string, user: string, token: string, ask: Ask = asking(token)): Promise<Role> {
  const members = await ask(`/v1/teams/${team}/members`);
  if (isShown(members)) {
    const all = (await members.json()) as Schemas["MemberBody"][];
    return all.find((member) => member.user_id === user)?.role === "owner" ? "owner" : "admin";
  }
  if (isShown(await ask(`/v1/teams/${team}/cloud_connections`))) return "integration_manager";
  return isShown(await ask(`/v1/teams/${team}/tags`)) ? "member" : "guest";
}

/** Only a refusal says something about the role; a server in trouble must not make a guest of an Owner. */
function isShown(response: Response): boolean {
  if (response.ok) return true;
  if (response.status === 403 || response.status === 404) return false;
  throw callError(response, undefined);
}

function asking(token: string): Ask {
  return async (path) => {
    try {
      return await fetch(path, { headers: { "X-User-Token": token } });
    } catch {
      throw new CallError(0, 0, "the server cannot be reached", [], "", undefined, {});
    }
  };
}

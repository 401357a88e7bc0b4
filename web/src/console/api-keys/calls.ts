import { answer, api, type Schemas } from "../../api/client";
import { readLocal, writeLocal } from "../../kit";
import { useSession } from "../session/useSession";
import { type KeyShelf, keyShelf } from "./remembered";
import type { ApiKey } from "./state";

export type WriteKey = Schemas["WriteApiKey"];
export type UpdateKey = Schemas["UpdateApiKey"];
export type CreatedKey = Schemas["CreatedApiKey"];

const DEVICE = { read: (name: string) => readLocal<unknown>(name), write: writeLocal };

/** What can be done with the keys of the open Team; changes are noted on the device as well. */
export function useKeyCalls() {
  const { team, user, may } = useSession();
  const shelf = keyShelf(DEVICE, team.id, user.id);
  const ofTeam = { params: { path: { team_id: team.id } } };
  return {
    list: async (): Promise<ApiKey[]> =>
      may("list_api_keys") ? answer(api.GET("/v1/teams/{team_id}/api_keys", ofTeam)) : shelf.read(),
    create: async (body: WriteKey): Promise<CreatedKey> => {
      const created = await answer(api.POST("/v1/teams/{team_id}/api_keys", { ...ofTeam, body }));
      shelf.put(created);
      return created;
    },
    ...changes(shelf),
  };
}

function changes(shelf: KeyShelf) {
  const ofKey = (id: string) => ({ params: { path: { api_key_id: id } } });
  return {
    update: async (id: string, body: UpdateKey): Promise<ApiKey> => {
      const changed = await answer(api.PUT("/v1/api_keys/{api_key_id}", { ...ofKey(id), body }));
      shelf.put(changed);
      return changed;
    },
    switchTo: async (key: ApiKey, state: "active" | "inactive"): Promise<void> => {
      const params = { path: { api_key_id: key.id, state } };
      await answer(api.PUT("/v1/api_keys/{api_key_id}/{state}", { params }));
      shelf.put({ ...key, state });
    },
    remove: async (id: string): Promise<void> => {
      await answer(api.DELETE("/v1/api_keys/{api_key_id}", ofKey(id)));
      shelf.remove(id);
    },
  };
}

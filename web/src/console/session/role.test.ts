import { describe, expect, it } from "vitest";
import { roleByTrying } from "./role";

/** A server that shows only the lists of these names. */
function server(lists: string[], members: object[] = []) {
  return async (path: string) => {
    const isShown = lists.some((list) => path.endsWith(list));
    return new Response(JSON.stringify(path.endsWith("members") ? members : []), { status: isShown ? 200 : 403 });
  };
}

describe("a role that is not told", () => {
  it.each([
    ["owner", server(["members"], [{ user_id: "U", role: "owner" }])],
    [
      "admin",
      server(
        ["members"],
        [
          { user_id: "U", role: "admin" },
          { user_id: "V", role: "owner" },
        ],
      ),
    ],
    ["integration_manager", server(["cloud_connections", "tags"])],
    ["member", server(["tags"])],
    ["guest", server([])],
  ])("%s", async (role, ask) => expect(await roleByTrying("T", "U", "", ask)).toBe(role));

  it("is not guessed while the server is in trouble", async () => {
    const ask = async () => new Response("", { status: 503 });
    await expect(roleByTrying("T", "U", "", ask)).rejects.toMatchObject({ status: 503 });
  });
});

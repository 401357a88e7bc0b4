import createClient from "openapi-fetch";
import { describe, expect, it } from "vitest";
import { once } from "./once";
import type { paths } from "./schema";

/** A server that creates one tag for each key, and whose answers can be lost. */
function server() {
  const made = new Map<string, string>();
  const keys: (string | null)[] = [];
  let lose: (() => Promise<Response>) | undefined;
  const fetch = async (request: Request) => {
    const key = request.headers.get("Idempotency-Key");
    keys.push(key);
    if (request.method === "POST" && key) made.set(key, await request.text());
    const answer = lose;
    lose = undefined;
    return answer ? answer() : Response.json({ id: made.size }, { status: request.method === "POST" ? 201 : 200 });
  };
  const api = createClient<paths>({ baseUrl: "http://localhost/", fetch });
  api.use(once());
  return { api, made, keys, loses: (answer: () => Promise<Response>) => (lose = answer) };
}

const params = { path: { team_id: "01KA2B3C4D5E6F7G8H9JKMNPQR" } };
const tag = (name: string) => ({ params, body: { name } });

describe("a request that creates something", () => {
  it.each([
    ["no answer", () => Promise.reject(new TypeError("network"))],
    ["an answer of a proxy", () => Promise.resolve(new Response("", { status: 502 }))],
    [
      "an answer that it is still under way",
      () => Promise.resolve(Response.json({}, { status: 409, headers: { "Retry-After": "1" } })),
    ],
  ])("creates one thing after %s", async (_, lost) => {
    const { api, made, keys, loses } = server();
    loses(lost);
    await api.POST("/v1/teams/{team_id}/tags", tag("Rushes")).catch(() => undefined);
    const again = await api.POST("/v1/teams/{team_id}/tags", tag("Rushes"));
    expect(again.response.status).toBe(201);
    expect(made.size).toBe(1);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is a new one after an answer, and if it asks for something else", async () => {
    const { api, made, loses } = server();
    await api.POST("/v1/teams/{team_id}/tags", tag("Rushes"));
    await api.POST("/v1/teams/{team_id}/tags", tag("Rushes"));
    expect(made.size).toBe(2);
    loses(() => Promise.reject(new TypeError("network")));
    await api.POST("/v1/teams/{team_id}/tags", tag("Sound")).catch(() => undefined);
    await api.POST("/v1/teams/{team_id}/tags", tag("Music"));
    expect(made.size).toBe(4);
  });

  it("is not one that signs in", async () => {
    const { api, keys } = server();
    await api.POST("/v1/auth", { body: { email: "anna@example.com", password: "sesame", otp: null } });
    expect(keys).toEqual([null]);
  });

  it("is not one that reads", async () => {
    const { api, keys } = server();
    await api.GET("/v1/teams/{team_id}/tags", { params });
    expect(keys).toEqual([null]);
  });
});

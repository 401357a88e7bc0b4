import type { Middleware } from "openapi-fetch";
import type { Session } from "./store";

const USER_TOKEN = "X-User-Token";
const WITHOUT_TOKEN = ["/v1/auth/forgot", "/v1/auth/reset", "/v1/links/", "/v1/channels/"];

/** Whether a call is made in the name of the signed-in user; package tokens speak for themselves. */
export function isOurs(method: string, path: string, headers: Headers): boolean {
  if (headers.has("X-Package-Token") || WITHOUT_TOKEN.some((start) => path.startsWith(start))) return false;
  return !(method === "POST" && path === "/v1/auth");
}

/** Adds the token to each call; a call that finds the session ended waits for a new sign-in and is made again. */
export function withSession(session: Session): Middleware {
  const copies = new Map<string, Request>();
  return {
    onRequest({ request, id }) {
      const token = session.token;
      if (!token || !isOurs(request.method, new URL(request.url).pathname, request.headers)) return;
      request.headers.set(USER_TOKEN, token);
      copies.set(id, request.clone());
      return request;
    },
    async onResponse({ response, id }) {
      const copy = copies.get(id);
      copies.delete(id);
      if (!copy || response.status !== 401) return;
      const token = await session.renewed(copy.headers.get(USER_TOKEN) ?? "");
      if (!token) return;
      copy.headers.set(USER_TOKEN, token);
      return fetch(copy);
    },
    onError({ id }) {
      copies.delete(id);
    },
  };
}

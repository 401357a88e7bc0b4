import createClient, { type Client } from "openapi-fetch";
import { CallError, callError } from "./errors";
import { once } from "./once";
import type { components, paths } from "./schema";

export { CallError, callError } from "./errors";

/** The bodies of the interface, by the names that the OpenAPI document gives them. */
export type Schemas = components["schemas"];

/** Calls to the server that the page came from; the credential is named at each call or by a middleware. The
 * pages know only the neutral names, whichever the server replies with by default. */
export const api: Client<paths> = createClient<paths>({ baseUrl: "/", headers: { "X-Name-Set": "neutral" } });
// First, so that a call which the session makes again keeps its key.
api.use(once());

interface Reply<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The reply's body, or the reason as an exception. A network that fails is a reason too, with status 0. */
export async function answer<T>(call: Promise<Reply<T>>): Promise<T> {
  let reply: Reply<T>;
  try {
    reply = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new CallError(0, 0, "the server cannot be reached", [], "", undefined, {});
  }
  if (reply.response.ok) return reply.data as T;
  throw callError(reply.response, reply.error);
}

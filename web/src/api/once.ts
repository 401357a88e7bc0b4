import type { Middleware } from "openapi-fetch";

const KEY = "Idempotency-Key";

/** `crypto.randomUUID` exists only on pages with HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Gives every request that creates something a key, so that nothing is created twice. If the answer is lost, whoever
 * sends the same request again gets the answer that was missed.
 */
export function once(): Middleware {
  /** The keys of requests without an answer, by what they ask for. */
  const unanswered = new Map<string, string>();
  const asked = new Map<string, string>();
  return {
    async onRequest({ request, id }) {
      // Whoever signs in makes nothing, and sends what should not be kept.
      if (request.method !== "POST" || new URL(request.url).pathname.startsWith("/v1/auth")) return;
      const what = `${request.url}\n${await request.clone().text()}`;
      const key = unanswered.get(what) ?? newKey();
      unanswered.set(what, key);
      asked.set(id, what);
      request.headers.set(KEY, key);
      return request;
    },
    onResponse({ response, id }) {
      const what = asked.get(id);
      asked.delete(id);
      // A proxy or a server that fails does not know what became of the request, and one that is still busy with it
      // says when to ask again.
      const isAnswer = response.status < 500 && !(response.status === 409 && response.headers.has("Retry-After"));
      if (what !== undefined && isAnswer) unanswered.delete(what);
    },
    onError({ id }) {
      asked.delete(id);
    },
  };
}

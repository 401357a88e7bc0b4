import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema";

/** The bodies of the interface, by the names that the OpenAPI document gives them. */
export type Schemas = components["schemas"];

/** Calls to the server that the page came from; the credential is named at each call or by a middleware. */
export const api: Client<paths> = createClient<paths>({ baseUrl: "/" });

/** What went wrong with a call, as people are told it. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly fields: { field: string; message: string }[],
    readonly requestId: string,
    readonly retryAfter: number | undefined,
    /** Whatever else the reply says, such as `mfa_required`. */
    readonly body: Record<string, unknown>,
  ) {
    super(message);
  }

  /** Whether the call never reached the server, or the server could not answer it now: trying again may help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }

  fieldMessage(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.message;
  }
}

interface ErrorBody extends Record<string, unknown> {
  code?: number;
  message?: string;
  details?: { field: string; message: string }[];
}

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

export function callError(response: Response, error: unknown): CallError {
  const body = (typeof error === "object" && error !== null ? error : {}) as ErrorBody;
  const wait = Number(response.headers.get("retry-after"));
  return new CallError(
    response.status,
    body.code ?? 0,
    body.message ?? response.statusText,
    body.details ?? [],
    response.headers.get("x-request-id") ?? "",
    Number.isFinite(wait) && wait > 0 ? wait : undefined,
    body,
  );
}

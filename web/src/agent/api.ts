import { CallError, callError } from "../api/errors";
import { AgentToken } from "../facts/errorCodes";
import type { components } from "./schema";

/** The bodies of the agent's interface, by the names that its OpenAPI document gives them. */
export type Schemas = components["schemas"];

const TOKEN_PLACE = "tonnage.agent.token";

/** Where the agent asks for a token, it is kept for this tab. */
export function readToken(): string {
  return sessionStorage.getItem(TOKEN_PLACE) ?? "";
}

export function writeToken(token: string): void {
  sessionStorage.setItem(TOKEN_PLACE, token);
}

/**
 * Takes the token from the address that `tonnage-agent page` prints. It is after the #, so that no server sees it, and
 * leaves the address at once, so that no bookmark keeps it.
 */
export function takeTokenOfAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  writeToken(given);
  history.replaceState(null, "", location.pathname + location.search);
}

export const wantsToken = (error: unknown): boolean => error instanceof CallError && error.code === AgentToken;

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Asks the agent. Its guard wants JSON wherever there is a body, and the token where one is set. */
export async function request(method: Method, path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { ...options.headers };
  const token = readToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit = { method, headers };
  if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  if (options.signal) init.signal = options.signal;
  const response = await fetch(`/api/v1${path}`, init).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new CallError(0, 0, "the agent cannot be reached", [], "", undefined, {});
  });
  if (!response.ok) throw callError(response, await response.json().catch(() => ({})));
  return response;
}

export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const response = await request(method, path, options);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

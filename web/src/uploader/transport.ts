import type { Blueprint } from "./types";

/** A call to our server. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  path: string;
  token?: string;
  bearer?: string;
  /** Identifies a call that creates something, so that it is carried out once. */
  key?: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Status 0: nobody answered. */
export interface CallReply {
  status: number;
  body: unknown;
  retryAfter: number | undefined;
  requestId: string;
}

export interface StorageReply {
  status: number;
  /** Null when there is none, or when the storage hides it from pages. */
  etag: string | null;
  text: string;
  retryAfter: number | undefined;
}

/** How the uploader reaches others. Neither way throws, but for what was aborted. */
export interface Transport {
  call(call: Call): Promise<CallReply>;
  send(
    blueprint: Blueprint,
    content: Blob | undefined,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<StorageReply>;
  /** The origin of the page, which is that of the server. */
  readonly origin: string;
}

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

async function call(request: Call): Promise<CallReply> {
  const headers = new Headers();
  if (request.token) headers.set("x-package-token", request.token);
  if (request.bearer) headers.set("authorization", `Bearer ${request.bearer}`);
  if (request.key) headers.set("idempotency-key", request.key);
  if (request.body !== undefined) headers.set("content-type", "application/json");
  const init: RequestInit = { method: request.method, headers, cache: "no-store", credentials: "omit" };
  if (request.body !== undefined) init.body = JSON.stringify(request.body);
  if (request.signal) init.signal = request.signal;
  try {
    const response = await fetch(request.path, init);
    const text = await response.text();
    return {
      status: response.status,
      body: parsed(text),
      retryAfter: secondsOf(response.headers.get("retry-after")),
      requestId: response.headers.get("x-request-id") ?? "",
    };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    return { status: 0, body: undefined, retryAfter: undefined, requestId: "" };
  }
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    // Not ours: something between us and the server answered.
    return undefined;
  }
}

/** By XMLHttpRequest, because `fetch` does not tell how much of a body has gone. */
function send(
  blueprint: Blueprint,
  content: Blob | undefined,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<StorageReply> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onloadend = () => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(replyOf(request));
    };
    request.open(blueprint.method, blueprint.url);
    for (const [name, value] of Object.entries(blueprint.headers ?? {})) {
      // Browsers send the length of the body by themselves, and let nobody else set it.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.send(content ?? blueprint.body ?? null);
  });
}

function replyOf(request: XMLHttpRequest): StorageReply {
  const hasAnswered = request.status !== 0;
  return {
    status: request.status,
    etag: hasAnswered ? request.getResponseHeader("etag") : null,
    text: hasAnswered ? request.responseText : "",
    retryAfter: undefined,
  };
}

export function browserTransport(): Transport {
  return { call, send, origin: location.origin };
}

/** Whether trying the same again may help. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The `UploadId` in the reply that begins a multipart upload, with or without a namespace. */
export function uploadIdOf(text: string): string | undefined {
  const found = /<(?:[\w-]+:)?UploadId>\s*([^<]+?)\s*</.exec(text)?.[1];
  return found?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

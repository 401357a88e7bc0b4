import { type Answer, type Ask, isPassing, request } from "../api/request";
import type { Blueprint } from "./types";

/** A call to our server, with its credential. */
export interface Call extends Omit<Ask, "headers"> {
  token?: string;
  bearer?: string;
  /** Identifies a call that creates something, so that it is carried out once. */
  key?: string;
}

export type CallReply = Answer;

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

function call({ token, bearer, key, ...ask }: Call): Promise<CallReply> {
  const headers: Record<string, string> = {};
  if (token) headers["X-Package-Token"] = token;
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  if (key) headers["Idempotency-Key"] = key;
  return request({ ...ask, headers });
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

/** What storage says with a 400 if the content did not arrive in time or in full: nobody's refusal. */
const CUT_SHORT = /<Code>(RequestTimeout|IncompleteBody)</;

/** Whether the same request to storage may succeed later. 409: the store has ended it for a newer one that sends the same. */
export function isPassingReply({ status, text }: StorageReply): boolean {
  return isPassing(status) || status === 409 || (status === 400 && CUT_SHORT.test(text));
}

/** The `UploadId` in the reply that begins a multipart upload, with or without a namespace. */
export function uploadIdOf(text: string): string | undefined {
  const found = /<(?:[\w-]+:)?UploadId>\s*([^<]+?)\s*</.exec(text)?.[1];
  return found?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

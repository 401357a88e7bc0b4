/** A call to our server. */
export interface Ask {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  /** 0: the server did not answer, or something between us and the server answered in its place. */
  status: number;
  body: unknown;
  retryAfter: number | undefined;
  requestId: string;
}

/** A connection that is dead without a word would otherwise be waited for without end. */
const LONGEST_MILLISECONDS = 60_000;
/** What even a slow line carries in a second: a large body may take longer. */
const LETTERS_PER_SECOND = 8_000;
const NOBODY: Answer = { status: 0, body: undefined, retryAfter: undefined, requestId: "" };

/** Sends one call, and waits for up to a minute for its answer. Throws only if its signal says so. */
export async function request({ method, path, headers = {}, body, signal }: Ask): Promise<Answer> {
  signal?.throwIfAborted();
  const cut = new AbortController();
  const stop = () => cut.abort();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const carrying = ((text?.length ?? 0) / LETTERS_PER_SECOND) * 1000;
  const timer = setTimeout(stop, LONGEST_MILLISECONDS + carrying);
  signal?.addEventListener("abort", stop, { once: true });
  const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit", signal: cut.signal };
  if (text !== undefined) {
    init.headers = { ...headers, "Content-Type": "application/json" };
    init.body = text;
  }
  try {
    const response = await fetch(path, init);
    return answerOf(response, await response.text());
  } catch {
    signal?.throwIfAborted();
    return NOBODY;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function answerOf({ status, ok, headers }: Response, text: string): Answer {
  const body = parsed(text);
  // A page of a proxy or of a hotel's network says 200, too.
  if (ok && text !== "" && body === undefined) return NOBODY;
  return {
    status,
    body,
    retryAfter: secondsOf(headers.get("retry-after")),
    requestId: headers.get("x-request-id") ?? "",
  };
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** Whether the same call may succeed later. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

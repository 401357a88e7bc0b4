import { type Answer, isPassing } from "./request";

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
    return isPassing(this.status);
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

/** The same of a call that was made by hand. */
export function refusedCall({ status, body, requestId, retryAfter }: Answer): CallError {
  const error = (typeof body === "object" && body !== null ? body : {}) as ErrorBody;
  const message = error.message ?? (status === 0 ? "the server cannot be reached" : `status ${status}`);
  return new CallError(
    status,
    error.code ?? 0,
    message,
    error.details ?? [],
    requestId,
    retryAfter || undefined,
    error,
  );
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

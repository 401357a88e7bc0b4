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

import { CallError } from "../../api/client";

/**
 * A call with a password in it that was answered 401 means a wrong password: said at the field that was wrong, and
 * not as if the session were over.
 */
export async function atField<T>(call: Promise<T>, field: string, message: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    const fields = [{ field, message }];
    throw new CallError(error.status, error.code, message, fields, error.requestId, error.retryAfter, error.body);
  }
}

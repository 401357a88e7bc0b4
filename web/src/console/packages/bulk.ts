import { answer, api } from "../../api/client";
import { type Package, tokenOf } from "./queries";

export type BulkAction = "archive" | "unarchive" | "delete";

/** Which packages an action is for; the server refuses the others. */
export function isFor(action: BulkAction, { state }: Pick<Package, "state">): boolean {
  if (action === "archive") return state === "expired";
  if (action === "unarchive") return state === "archived";
  return state === "new" || state === "finalized";
}

export function act(action: BulkAction, one: Package): Promise<unknown> {
  const options = { params: { path: { package_id: one.id } }, headers: tokenOf(one) };
  if (action === "archive") return answer(api.PUT("/v1/packages/{package_id}/archive", options));
  if (action === "unarchive") return answer(api.PUT("/v1/packages/{package_id}/unarchive", options));
  return answer(api.DELETE("/v1/packages/{package_id}", options));
}

/** Brings back a package that has ended. The server refuses once its content is gone. */
export function restore(one: Package): Promise<unknown> {
  const options = { params: { path: { package_id: one.id } }, headers: tokenOf(one) };
  return answer(api.PUT("/v1/packages/{package_id}/restore", options));
}

export interface BulkResult {
  done: number;
  failed: number;
  /** The first reason, which is mostly that of all. */
  error: unknown;
}

const AT_ONCE = 4;

/** Does something to many, a few at a time, and does not stop at one that fails. */
export async function forEach<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<BulkResult> {
  const result: BulkResult = { done: 0, failed: 0, error: undefined };
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await work(one);
        result.done += 1;
      } catch (error) {
        result.failed += 1;
        result.error ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

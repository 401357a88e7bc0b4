import type { FileTask, Part } from "./task";
import type { StorageReply } from "./transport";
import type { Fault } from "./types";

const REFUSALS_MOST = 3;

/**
 * What follows from the answer of storage to a part.
 *
 * - `arrived`: with its tag, which is empty where nobody knows it and nobody needs it.
 * - `again`: with a new address. `restart`: the whole file. `hidden`: only an administrator can help.
 */
export type Verdict =
  | { kind: "arrived"; etag: string }
  | { kind: "again" }
  | { kind: "restart"; fault: Fault }
  | { kind: "failed"; fault: Fault }
  | { kind: "hidden" };

export function verdictOf(task: FileTask, part: Part, { status, etag, text }: StorageReply): Verdict {
  if (status >= 200 && status < 300) {
    return etag || task.isPut ? { kind: "arrived", etag: etag ?? "" } : { kind: "hidden" };
  }
  // It is there already; only its tag was lost with the reply.
  if (status === 412 && task.isPut) return { kind: "arrived", etag: "" };
  const code = /<Code>([^<]*)</.exec(text)?.[1] ?? "";
  const isDamaged = /Digest|Checksum/i.test(code);
  const fault: Fault = { kind: isDamaged ? "checksum" : "storage", message: `status ${status} ${code}`.trim() };
  if (task.isPut || status === 404) return { kind: "restart", fault };
  part.refusals += 1;
  if (isDamaged) task.item.restarts += 1;
  const mayTry = (status === 403 || isDamaged) && part.refusals + task.item.restarts <= REFUSALS_MOST;
  return mayTry ? { kind: "again" } : { kind: "failed", fault };
}

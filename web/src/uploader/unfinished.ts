import { Gates } from "./gate";
import { browserJournal, isOver, type Journal } from "./journal";
import { discardPackage } from "./service";
import { browserSurroundings, type Surroundings } from "./surroundings";
import { browserTransport, type Transport } from "./transport";
import type { Unfinished } from "./types";

/** Uploads of this scope that this browser began and did not finish, newest first. Those past their end are dropped. */
export async function findUnfinished(
  scope: string,
  { journal, isLocked }: Pick<Surroundings, "journal" | "isLocked"> = browserSurroundings(),
): Promise<Unfinished[]> {
  const found: Unfinished[] = [];
  const saved = await journal.packages().catch(() => []);
  for (const each of saved) {
    if (isOver(each, Date.now())) await journal.forget(each.package.id);
    else if (each.scope === scope) {
      const { files, doneFiles, totalBytes, sentBytes, startedAt } = each;
      found.push({
        packageId: each.package.id,
        packageName: each.package.name,
        startedAt,
        files,
        doneFiles,
        totalBytes,
        sentBytes,
        hasHandles: each.handles.length > 0,
        isElsewhere: await isLocked(each.package.id),
      });
    }
  }
  return found.sort((one, other) => other.startedAt - one.startedAt);
}

/** Deletes what was sent on the server, and then the record on this device. A package that is finished stays. */
export async function forgetUnfinished(
  packageId: string,
  journal: Journal = browserJournal(),
  transport: Transport = browserTransport(),
): Promise<void> {
  const saved = await journal.package(packageId);
  // If the server does not answer, the record stays, and someone can ask again.
  if (saved) await discardPackage(transport, new Gates(() => undefined), saved.package);
  await journal.forget(packageId);
}

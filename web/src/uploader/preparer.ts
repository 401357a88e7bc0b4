import { type Checksums, UnreadableError } from "./checksums";
import type { Item } from "./items";
import type { Service } from "./service";
import { contentError, type Storage } from "./storage";
import type { FileTask } from "./task";
import { uploadIdOf } from "./transport";

export interface PreparerHooks {
  keep(item: Item): void;
  /** Its multipart upload could not be begun with what is known of it. */
  restart(item: Item, message: string): void;
  /** Something was thrown that is about this file. */
  lost(task: FileTask, cause: unknown): void;
}

/** Gets addresses for chunks: a multipart upload to begin with, then the sums of the chunks, then their blueprints. */
export class Preparer {
  constructor(
    private readonly service: Service,
    private readonly storage: Storage,
    private readonly checksums: Checksums,
    private readonly hooks: PreparerHooks,
  ) {}

  async prepare(task: FileTask, most: number): Promise<void> {
    task.isPreparing = true;
    const run = task.takeRun(most);
    try {
      const uploadId = task.remote.uploadId ?? (await this.#begin(task));
      if (uploadId === undefined || run[0] === undefined) return;
      const sums = await Promise.all(run.map((index) => this.checksums.sum(task.content(index))));
      const blueprints = await this.service.chunks(task.remote.fileId, uploadId, run[0], sums);
      run.forEach((index, place) => {
        while (task.remote.sums.length < index) task.remote.sums.push(null);
        task.remote.sums[index] = sums[place] ?? null;
        const blueprint = blueprints[place];
        if (blueprint) task.ready.push({ index, blueprint, refusals: task.refusals.get(index) ?? 0 });
      });
      run.length = 0;
    } catch (cause) {
      this.hooks.lost(task, cause instanceof UnreadableError ? contentError(cause.message) : cause);
    } finally {
      task.giveBack(run);
      task.isPreparing = false;
    }
  }

  async #begin(task: FileTask): Promise<string | undefined> {
    const { create } = task.remote;
    if (!create) {
      this.hooks.restart(task.item, "");
      return undefined;
    }
    // Beside the parts, so that a pause stops it too.
    const { signal } = task.takeOff(-1).control;
    try {
      const reply = await this.storage.send({ blueprint: create, signal, onProgress: () => undefined });
      const uploadId = reply.status === 200 ? uploadIdOf(reply.text) : undefined;
      if (uploadId === undefined) {
        this.hooks.restart(task.item, `status ${reply.status}`);
        return undefined;
      }
      task.remote.uploadId = uploadId;
      this.hooks.keep(task.item);
      return uploadId;
    } finally {
      task.flying.delete(-1);
    }
  }
}

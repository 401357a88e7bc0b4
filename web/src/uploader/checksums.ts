import type { SumReply, SumRequest } from "./checksum-worker";

/** Sums content up beside the page. Undefined where that is not possible: uploads then go without. */
export interface Checksums {
  sum(content: Blob): Promise<string | undefined>;
  close(): void;
}

/** The content could not be read, which is no fault of the network. */
export class UnreadableError extends Error {}

/** A worker that starts with the first content, because most visitors never send any. */
export function workerChecksums(): Checksums {
  const waiting = new Map<number, { resolve: (sum: string | undefined) => void; reject: (cause: Error) => void }>();
  let worker: Worker | undefined;
  let isBroken = false;
  let next = 0;

  const giveUp = () => {
    isBroken = true;
    for (const { resolve } of waiting.values()) resolve(undefined);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL("./checksum-worker.ts", import.meta.url), { type: "module" });
    started.onerror = giveUp;
    started.onmessage = ({ data }: MessageEvent<SumReply>) => {
      const asked = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.error) asked?.reject(new UnreadableError(data.error));
      else asked?.resolve(data.sum);
    };
    return started;
  };

  return {
    sum(content) {
      if (isBroken) return Promise.resolve(undefined);
      try {
        worker ??= start();
      } catch {
        giveUp();
        return Promise.resolve(undefined);
      }
      const request: SumRequest = { number: next++, content };
      return new Promise((resolve, reject) => {
        waiting.set(request.number, { resolve, reject });
        worker?.postMessage(request);
      });
    },
    close() {
      worker?.terminate();
      giveUp();
    },
  };
}

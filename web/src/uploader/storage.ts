import type { Gates } from "./gate";
import { isPassingReply, type StorageReply, type Transport } from "./transport";
import type { Blueprint, FaultKind } from "./types";

/** A request without progress for so long is dead, whatever the browser believes. */
const STALL_MILLISECONDS = 60_000;
const PING_MILLISECONDS = 5_000;

export interface Sending {
  blueprint: Blueprint;
  content?: Blob;
  signal: AbortSignal;
  /** Bytes of this attempt that have gone; 0 when another attempt begins. */
  onProgress: (bytes: number) => void;
  /** Whether a request is under way; in between, it waits for its next attempt. */
  onWire?: (isOnWire: boolean) => void;
  /** Whether nothing more shall begin: a request that fails is then given up. */
  isResting?: () => boolean;
}

/** Sends requests to storage, each until it is answered. Throws for what was aborted and for what cannot be read. */
export class Storage {
  /** Attempts that are on the wire now; those that wait are not. */
  onTheWire = 0;
  readonly #attempts = new Set<{ progressAt: number; cut: AbortController }>();

  constructor(
    private readonly transport: Transport,
    private readonly gates: Gates,
  ) {}

  async send(sending: Sending): Promise<StorageReply> {
    const origin = new URL(sending.blueprint.url, this.transport.origin).origin;
    const gate = this.gates.of(origin);
    for (;;) {
      await gate.pass(sending.signal);
      sending.onProgress(0);
      const begunAt = performance.now();
      sending.onWire?.(true);
      const reply = await this.#attempt(sending);
      sending.onWire?.(false);
      if (!isPassingReply(reply)) {
        gate.succeed();
        return reply;
      }
      sending.onProgress(0);
      if (reply.status === 0) {
        await checkReadable(sending.content);
        void this.#blame(origin);
      }
      gate.fail(begunAt, reply.status === 0 ? "network" : "busy", reply.retryAfter);
      if (sending.isResting?.()) throw new DOMException("resting", "AbortError");
    }
  }

  /** After an outage the browser may hold on to connections that are dead: whatever has not moved since is cut. */
  cutStalled(since: number): void {
    for (const attempt of this.#attempts) if (attempt.progressAt <= since) attempt.cut.abort();
  }

  async #attempt({ blueprint, content, signal, onProgress }: Sending): Promise<StorageReply> {
    const cut = new AbortController();
    const stop = () => cut.abort();
    signal.addEventListener("abort", stop, { once: true });
    const attempt = { progressAt: performance.now(), cut };
    this.#attempts.add(attempt);
    this.onTheWire += 1;
    let timer = setTimeout(stop, STALL_MILLISECONDS);
    const progress = (bytes: number) => {
      attempt.progressAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(stop, STALL_MILLISECONDS);
      onProgress(bytes);
    };
    try {
      return await this.transport.send(blueprint, content, cut.signal, progress);
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { status: 0, etag: null, text: "", retryAfter: undefined };
    } finally {
      clearTimeout(timer);
      this.#attempts.delete(attempt);
      this.onTheWire -= 1;
      signal.removeEventListener("abort", stop);
    }
  }

  /** Says who does not answer: the whole network, or the storage alone. */
  async #blame(origin: string): Promise<void> {
    const signal = AbortSignal.timeout(PING_MILLISECONDS);
    const reply = await this.transport.call({ method: "GET", path: "/healthz", signal }).catch(() => undefined);
    this.gates.of(origin).blame(reply?.status === 200 ? "storage" : "network");
  }
}

/** The content is not what it was when it was chosen, or is not there at all. */
export class ContentError extends Error {
  constructor(readonly kind: FaultKind & ("changed" | "unreadable")) {
    super(kind);
  }
}

/** By the name of what a browser throws when it reads a file. */
export function contentError(name: string): ContentError {
  return new ContentError(name === "NotFoundError" ? "unreadable" : "changed");
}

/** A browser that cannot read a file says that the network failed. */
async function checkReadable(content: Blob | undefined): Promise<void> {
  if (!content?.size) return;
  try {
    await content.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw contentError(cause instanceof Error ? cause.name : "");
  }
}

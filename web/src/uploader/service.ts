import type { Schemas } from "../api/client";
import { newKey } from "../api/once";
import { isPassing } from "../api/request";
import { AlreadyDone } from "../facts/errorCodes";
import { FILES } from "../facts/limits";
import type { Gates } from "./gate";
import type { Call, CallReply, Transport } from "./transport";
import type { Blueprint, Fault, UploadPackage } from "./types";

export type AddFile = Schemas["AddFile"];
export type AddedOne = Schemas["AddedOne"];
export type FinalizeOf = Schemas["FinalizeFileOf"];
export type FinalizedOne = Schemas["FinalizedOne"];
type FileBody = Schemas["FileBody"];
type ErrorBody = Schemas["ErrorBody"];

/** A call that was answered with no, for good. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: ErrorBody,
    readonly requestId: string,
  ) {
    super(error.message);
  }

  fault(kind: Fault["kind"]): Fault {
    return { kind, message: this.message, ...(this.requestId && { requestId: this.requestId }) };
  }
}

/** The first number of an error's code: what the errors of one category have in common. */
export const category = (code: number): number => code >> 16;

const isListOf = (length: number) => (body: unknown) => Array.isArray(body) && body.length === length;
const hasField = (name: string) => (body: unknown) => typeof body === "object" && body !== null && name in body;

/** The calls of one package. Each is repeated until it is answered with yes or no. */
export class Service {
  #lane: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly transport: Transport,
    private readonly gates: Gates,
    private readonly signal: AbortSignal,
    readonly target: UploadPackage,
    private readonly renewToken?: (packageId: string) => Promise<string>,
  ) {}

  limits(): Promise<Schemas["ChunkParameters"]> {
    return this.#ask({ method: "GET", path: "/v1/system/packages/spec" }, hasField("max_chunk_size"));
  }

  /** If the answer is lost, the same call gets it again. If the server has lost it, another call says what is there. */
  async add(files: AddFile[]): Promise<AddedOne[]> {
    const call = () => {
      const add: Call = { method: "POST", path: this.#path("/files/batch"), body: files, key: newKey() };
      return this.#ask<AddedOne[]>(add, isListOf(files.length));
    };
    return call().catch((cause: unknown) => {
      if (cause instanceof Refused && cause.error.code === AlreadyDone) return call();
      throw cause;
    });
  }

  chunks(fileId: string, uploadId: string, start: number, sums: (string | undefined)[]): Promise<Blueprint[]> {
    const checksums = sums.every((sum) => sum !== undefined) ? { checksums: sums } : {};
    const path = this.#path(`/files/${fileId}?start=${start}&count=${sums.length}`);
    return this.#ask({ method: "POST", path, body: { upload_id: uploadId, ...checksums } }, isListOf(sums.length));
  }

  finalize(files: FinalizeOf[]): Promise<FinalizedOne[]> {
    return this.#ask({ method: "POST", path: this.#path("/files/finalize"), body: files }, isListOf(files.length));
  }

  finish(): Promise<Schemas["PackageBody"]> {
    return this.#ask({ method: "POST", path: this.#path("/finalize"), body: {} }, hasField("id"));
  }

  async remove(fileId: string): Promise<void> {
    try {
      await this.#ask({ method: "DELETE", path: this.#path(`/files/${fileId}`) }, () => true);
    } catch (cause) {
      if (!(cause instanceof Refused && cause.status === 404)) throw cause;
    }
  }

  async list(): Promise<FileBody[]> {
    const all: FileBody[] = [];
    for (let page = 1; ; page++) {
      const path = this.#path(`/files?page=${page}&limit=${FILES.PAGE_LARGEST}`);
      const some: FileBody[] = await this.#ask({ method: "GET", path }, Array.isArray);
      all.push(...some);
      if (some.length < FILES.PAGE_LARGEST) return all;
    }
  }

  /** A part of a call could not be done now: the next call waits a while. */
  rest(): void {
    this.gates.of(this.transport.origin).fail(performance.now(), "busy");
  }

  /** How far the upload is, for whoever follows the package. Nobody waits for it, and nothing repeats it. */
  async tell(progress: Schemas["PublishProgress"]): Promise<void> {
    const { channel } = this.target;
    if (!channel) return;
    const path = `/v1/channels/${encodeURIComponent(channel.name)}/messages`;
    await this.transport.call({ method: "POST", path, bearer: channel.token, body: progress });
  }

  async #renew(renewToken: (packageId: string) => Promise<string>): Promise<boolean> {
    try {
      this.target.token = await renewToken(this.target.id);
      return true;
    } catch {
      // What the call was answered says more.
      return false;
    }
  }

  #path(rest: string): string {
    return `/v1/packages/${this.target.id}${rest}`;
  }

  /** One after another: browsers allow few connections to one origin, and the parts take the others. */
  #ask<T>(call: Call, isAnswer: (body: unknown) => boolean): Promise<T> {
    const turn = this.#lane.then(() => this.#repeat<T>(call, isAnswer));
    this.#lane = turn.catch(() => undefined);
    return turn;
  }

  async #repeat<T>(call: Call, isAnswer: (body: unknown) => boolean): Promise<T> {
    const gate = this.gates.of(this.transport.origin);
    let isRenewed = false;
    for (;;) {
      await gate.pass(this.signal);
      const begunAt = performance.now();
      const reply = await this.transport.call({ ...call, token: this.target.token, signal: this.signal });
      const isYes = reply.status >= 200 && reply.status < 300;
      if (isYes && isAnswer(reply.body)) {
        gate.succeed();
        return reply.body as T;
      }
      if (reply.status === 401 && !isRenewed && this.renewToken) {
        isRenewed = true;
        if (await this.#renew(this.renewToken)) continue;
      }
      // The same call is still being carried out.
      const isUnderWay = reply.status === 409 && reply.retryAfter !== undefined;
      const isFinal = !isYes && !isPassing(reply.status) && !isUnderWay;
      // A yes that is not the answer did not come from the server.
      if (isFinal) throw new Refused(reply.status, errorOf(reply), reply.requestId);
      gate.fail(begunAt, isYes || reply.status === 0 ? "network" : "busy", reply.retryAfter);
    }
  }
}

function errorOf(reply: CallReply): ErrorBody {
  const body = (reply.body ?? {}) as Partial<ErrorBody>;
  return { ...body, code: body.code ?? 0, message: body.message ?? `status ${reply.status}` };
}

const CANCELS_MOST = 5;

/** Deletes a package that is not finished, with all that was sent. Throws if the server does not answer in several attempts. */
export async function discardPackage(transport: Transport, gates: Gates, { id, token }: UploadPackage): Promise<void> {
  const gate = gates.of(transport.origin);
  // Someone who gives up an upload may not know that it was finished: then it is kept.
  const call: Call = { method: "DELETE", path: `/v1/packages/${id}?only_new=true`, token };
  for (let attempt = 1; ; attempt++) {
    await gate.pass();
    const begunAt = performance.now();
    const reply = await transport.call(call);
    if (!isPassing(reply.status)) return;
    if (attempt === CANCELS_MOST) throw new Refused(reply.status, errorOf(reply), reply.requestId);
    gate.fail(begunAt, reply.status === 0 ? "network" : "busy", reply.retryAfter);
  }
}

import { toBase64 } from "./crc64";
import type { Journal, SavedItem, SavedPackage } from "./journal";
import type { Surroundings } from "./surroundings";
import type { Call, CallReply, StorageReply, Transport } from "./transport";
import type { Blueprint } from "./types";

/** A server, a storage and a browser for tests, in memory and by the test's clock. */
interface FakeFile {
  id: string;
  kind: string;
  path: string;
  name: string;
  size: number;
  chunk_size: number;
  state: "new" | "finalized";
  uploads: Map<string, Map<number, { size: number; etag: string }>>;
  content: { size: number; etag: string } | undefined;
}

/**
 * What a test says of a request: a status instead of the true answer, or nothing. `page` is a 200 that is not the
 * answer of the server, and `400 Code` an error of the storage by its name. `lost-answer`: the server has lost it as
 * well, and only knows that it has carried out the call.
 */
export type Fault = (
  request: string,
) => number | "hang" | "lost-reply" | "lost-answer" | "page" | `400 ${string}` | undefined;

const ORIGIN = "https://server.test";
const STORAGE = "https://storage.test";
/** Not the true one, which would need the bytes. */
const sumOf = (size: number) => toBase64(BigInt(size));
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class FakeWorld {
  readonly files = new Map<string, FakeFile>();
  readonly requests: string[] = [];
  state = "new";
  bytesPerSecond = 100_000_000;
  latency = 20;
  /** The first that says something counts. */
  faults: Fault[] = [];
  hasPut = true;
  hidesEtag = false;
  verifies = true;
  limits = { max_chunk_count: 10_000, max_chunk_size: 5_368_709_120, min_chunk_size: 5_242_880 };
  refuseFile: (name: string) => string | undefined = () => undefined;
  /** Names that the server takes for those of other files, though no list shows them. */
  clashes: (name: string) => boolean = () => false;
  locks = new Set<string>();
  records = new Map<string, { saved: SavedPackage; items: Map<number, SavedItem> }>();
  told: unknown[] = [];
  awake = 0;
  inFlight = 0;
  mostInFlight = 0;
  network: (isOnline: boolean) => void = () => undefined;
  #next = 1;
  readonly #byKey = new Map<string, CallReply>();

  count(pattern: RegExp): number {
    return this.requests.filter((request) => pattern.test(request)).length;
  }

  get surroundings(): Surroundings {
    return {
      transport: this.transport,
      checksums: { sum: async (content) => sumOf(content.size), close: () => undefined },
      journal: this.#journal,
      lock: async (id) => {
        if (this.locks.has(id)) return undefined;
        this.locks.add(id);
        return () => this.locks.delete(id);
      },
      isLocked: async (id) => this.locks.has(id),
      tell: () => undefined,
      listen: () => () => undefined,
      stayAwake: () => {
        this.awake += 1;
        return () => {
          this.awake -= 1;
        };
      },
      onNetwork: (change) => {
        this.network = change;
        return () => undefined;
      },
    };
  }

  get transport(): Transport {
    return { origin: ORIGIN, call: (call) => this.#call(call), send: (...all) => this.#send(...all) };
  }

  readonly #journal: Journal = {
    packages: async () => [...this.records.values()].map(({ saved }) => saved),
    package: async (id) => this.records.get(id)?.saved,
    items: async (id) => [...(this.records.get(id)?.items.values() ?? [])].map((item) => structuredClone(item)),
    savePackage: async (saved) => {
      const items = this.records.get(saved.package.id)?.items ?? new Map();
      this.records.set(saved.package.id, { saved: structuredClone(saved), items });
    },
    saveItems: async (id, items) => {
      const record = this.records.get(id)?.items;
      for (const item of items) record?.set(item.id, structuredClone(item));
      if (!record) await this.#journalFirst(id, items);
    },
    removeItem: async (id, item) => {
      this.records.get(id)?.items.delete(item);
    },
    forget: async (id) => {
      this.records.delete(id);
    },
  };

  async #journalFirst(id: string, items: SavedItem[]): Promise<void> {
    const saved = { package: { id } } as SavedPackage;
    this.records.set(id, { saved, items: new Map(items.map((item) => [item.id, structuredClone(item)])) });
  }

  async #call(call: Call): Promise<CallReply> {
    const request = `${call.method} ${call.path}`;
    this.requests.push(request);
    await later(this.latency);
    call.signal?.throwIfAborted();
    const fault = this.#fault(request);
    if (typeof fault === "number")
      return reply(fault, { code: fault << 16, message: `fault ${fault}` }, fault === 429 ? 7 : undefined);
    // The true one gives up after a minute, too.
    if (fault === "hang") {
      await later(60_000);
      call.signal?.throwIfAborted();
      return reply(0, undefined);
    }
    if (fault === "page") return reply(200, undefined);
    const answer = this.#once(call);
    if (fault === "lost-answer" && call.key) this.#byKey.set(call.key, reply(409, error(5, "carried out", 7)));
    return fault === "lost-reply" || fault === "lost-answer" ? reply(0, undefined) : answer;
  }

  #fault(request: string): ReturnType<Fault> {
    for (const fault of this.faults) {
      const said = fault(request);
      if (said !== undefined) return said;
    }
    return undefined;
  }

  /** As the server does: a call that creates something is carried out once for each key. */
  #once(call: Call): CallReply {
    if (!call.path.endsWith("/files/batch")) return this.#answer(call);
    if (!call.key) throw new Error(`${call.path} creates files, and has no key`);
    const earlier = this.#byKey.get(call.key);
    const answer = earlier ?? this.#answer(call);
    if (answer.status < 300) this.#byKey.set(call.key, answer);
    return answer;
  }

  #answer({ method, path, body }: Call): CallReply {
    if (path === "/healthz") return reply(200, {});
    if (path.startsWith("/v1/system")) return reply(200, this.limits);
    if (path.startsWith("/v1/channels")) {
      this.told.push(body);
      return reply(202, undefined);
    }
    if (method === "DELETE" && /\/p$/.test(path)) this.state = "expired";
    if (this.state !== "new" && !path.endsWith("/p/finalize")) return reply(409, error(5, "the package is finished"));
    const rest = path.replace(/^\/v1\/packages\/[^/]+/, "");
    if (method === "DELETE" && /^(\?|$)/.test(rest)) {
      this.state = "expired";
      return reply(204, undefined);
    }
    if (method === "DELETE") return reply(this.files.delete(rest.split("/")[2] ?? "") ? 204 : 404, {});
    if (method === "GET") return reply(200, this.#page(rest));
    if (rest === "/files/batch")
      return reply(
        200,
        (body as Record<string, unknown>[]).map((each) => this.#add(each)),
      );
    if (rest === "/files/finalize")
      return reply(
        200,
        (body as Record<string, unknown>[]).map((each) => this.#finalize(each)),
      );
    if (rest === "/finalize") return this.#finish();
    return this.#chunks(rest, body as { upload_id: string; checksums?: string[] });
  }

  #page(rest: string): FakeFile[] {
    const page = Number(/page=(\d+)/.exec(rest)?.[1] ?? 1);
    return [...this.files.values()].slice((page - 1) * 1000, page * 1000);
  }

  #add(body: Record<string, unknown>): unknown {
    const {
      path = "",
      name,
      kind = "file",
      size = 0,
      chunk_size = 0,
      checksum,
    } = body as unknown as FakeFile & { checksum?: string };
    const refused = this.refuseFile(name);
    if (refused) return { error: error(1, refused) };
    if (this.clashes(name) || [...this.files.values()].some((file) => file.path === path && file.name === name)) {
      return { error: error(5, "the package has something of this path and name already") };
    }
    const id = `F${this.#next++}`;
    const state = kind === "directory" ? "finalized" : "new";
    this.files.set(id, { id, kind, path, name, size, chunk_size, state, uploads: new Map(), content: undefined });
    if (kind === "directory") return { file: { id }, create_blueprint: null };
    const headers = { "if-none-match": "*", ...(checksum && { "x-amz-checksum-crc64nvme": checksum }) };
    const put = { method: "PUT", url: `${STORAGE}/${id}?made=${Date.now()}`, headers };
    const create_blueprint = { method: "POST", url: `${STORAGE}/${id}?uploads`, headers: {} };
    return { file: { id }, create_blueprint, ...(this.hasPut && size <= chunk_size && { put_blueprint: put }) };
  }

  #chunks(rest: string, body: { upload_id: string; checksums?: string[] }): CallReply {
    const [, id = "", start = "0", count = "0"] = /^\/files\/([^?]+)\?start=(\d+)&count=(\d+)$/.exec(rest) ?? [];
    if (!this.files.has(id)) return reply(404, error(3, "file"));
    const blueprints = Array.from({ length: Number(count) }, (_, place) => {
      const sum = body.checksums?.[place];
      const query = `partNumber=${Number(start) + place + 1}&uploadId=${body.upload_id}`;
      return {
        method: "PUT",
        url: `${STORAGE}/${id}?${query}`,
        headers: sum ? { "x-amz-checksum-crc64nvme": sum } : {},
      };
    });
    return reply(200, blueprints);
  }

  #finalize(body: Record<string, unknown>): unknown {
    const { file_id, size, etag, file_extras, chunk_extras } = body as {
      file_id: string;
      size: number;
      etag?: string;
      file_extras?: { upload_id: string };
      chunk_extras?: { partNumber: number; etag: string }[];
    };
    const file = this.files.get(file_id);
    if (!file) return { file_id, error: error(3, "no such file") };
    const parts = file_extras && file.uploads.get(file_extras.upload_id);
    const isWhole = chunk_extras?.every((part) => parts?.get(part.partNumber)?.etag === part.etag);
    const sum = parts && [...parts.values()].reduce((bytes, part) => bytes + part.size, 0);
    const found = parts ? (isWhole ? sum : -1) : file.content?.size;
    if (found !== size || (etag && etag !== file.content?.etag)) return { file_id, error: error(1, "size") };
    file.state = "finalized";
    return { ...file };
  }

  #finish(): CallReply {
    const open = [...this.files.values()].find((file) => file.state === "new");
    if (open) return reply(409, error(5, `${open.name} is not finalized`));
    this.state = "finalized";
    return reply(200, { id: "p", state: "finalized" });
  }

  async #send(
    blueprint: Blueprint,
    content: Blob | undefined,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<StorageReply> {
    const url = new URL(blueprint.url);
    const request = `${blueprint.method} ${url.pathname}${url.search}`;
    this.requests.push(request);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      const fault = this.#fault(request);
      if (fault === "hang")
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      await this.#travel(content?.size ?? 0, signal, onProgress);
      if (typeof fault === "number") return answered(fault);
      if (fault?.startsWith("400 ")) return { ...answered(400), text: `<Error><Code>${fault.slice(4)}</Code></Error>` };
      const answer = this.#store(blueprint, url, content?.size ?? 0);
      return fault === "lost-reply" ? answered(0) : answer;
    } finally {
      this.inFlight -= 1;
    }
  }

  async #travel(size: number, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
    await later(this.latency);
    signal.throwIfAborted();
    const steps = Math.max(1, Math.min(20, Math.ceil((size / this.bytesPerSecond) * 10)));
    for (let step = 1; step <= steps; step++) {
      await later((size / this.bytesPerSecond / steps) * 1000);
      signal.throwIfAborted();
      onProgress(Math.floor((size * step) / steps));
    }
  }

  #store({ method, headers }: Blueprint, url: URL, size: number): StorageReply {
    const file = this.files.get(url.pathname.slice(1));
    if (!file) return answered(404);
    if (method === "POST") {
      const id = `U${this.#next++}`;
      file.uploads.set(id, new Map());
      return { ...answered(200), text: `<R><Bucket>b</Bucket><UploadId>${id}</UploadId></R>` };
    }
    const sum = headers?.["x-amz-checksum-crc64nvme"];
    if (this.verifies && sum && sum !== sumOf(size))
      return { ...answered(400), text: "<Error><Code>BadDigest</Code></Error>" };
    const etag = `"${file.id}-${url.searchParams.get("partNumber") ?? "put"}-${this.#next++}"`;
    const upload = file.uploads.get(url.searchParams.get("uploadId") ?? "");
    const part = url.searchParams.get("partNumber");
    if (part && !upload) return { ...answered(404), text: "<Error><Code>NoSuchUpload</Code></Error>" };
    if (part) upload?.set(Number(part), { size, etag });
    else if (file.content) return answered(412);
    else file.content = { size, etag };
    return { ...answered(200), etag: this.hidesEtag ? null : etag };
  }
}

const error = (category: number, message: string, number = 0) => ({ code: (category << 16) | number, message });
const reply = (status: number, body: unknown, retryAfter?: number): CallReply => ({
  status,
  body,
  retryAfter,
  requestId: "R1",
});
const answered = (status: number): StorageReply => ({ status, etag: null, text: "", retryAfter: undefined });

/** A file of any size that takes no memory. */
export function sparse(name: string, size: number, relative = "", lastModified = 1): File {
  const slice = (start = 0, end = size): unknown => ({
    size: Math.min(end, size) - start,
    slice: () => slice(0, 1),
    arrayBuffer: async () => new ArrayBuffer(1),
  });
  return { name, size, lastModified, webkitRelativePath: relative && `${relative}/${name}`, slice } as unknown as File;
}

/** Lets the first of its requests fail in this way, and no other. */
export function once(pattern: RegExp, how: ReturnType<Fault>, times = 1): Fault {
  let left = times;
  return (request) => {
    if (left === 0 || !pattern.test(request)) return undefined;
    left -= 1;
    return how;
  };
}

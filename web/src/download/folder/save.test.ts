import { describe, expect, it } from "vitest";
import { CallError } from "../../api/errors";
import { crc32Of } from "./crc32";
import type { PlannedFile } from "./names";
import type { FileHandle, FolderHandle } from "./place";
import { FolderSave, type Source, type Surroundings } from "./save";

/** A folder in memory that behaves as the browser's does: what is written counts when it is closed. */
class MemoryFolder implements FolderHandle {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly folders = new Map<string, MemoryFolder>();

  async getDirectoryHandle(name: string): Promise<MemoryFolder> {
    const found = this.folders.get(name) ?? new MemoryFolder();
    this.folders.set(name, found);
    return found;
  }

  async getFileHandle(name: string, options?: { create: boolean }): Promise<FileHandle> {
    if (name.endsWith(".lnk")) throw new TypeError("Name is not allowed.");
    if (!this.files.has(name)) {
      if (!options?.create) throw new DOMException("", "NotFoundError");
      this.files.set(name, new Uint8Array());
    }
    return {
      getFile: async () => new Blob([this.files.get(name) ?? ""]),
      createWritable: async () => this.writable(name),
    };
  }

  private writable(name: string) {
    let content = new Uint8Array(0);
    return {
      write: async ({ position, data }: { position: number; data: Uint8Array<ArrayBuffer> }) => {
        const next = new Uint8Array(Math.max(content.length, position + data.length));
        next.set(content);
        next.set(data, position);
        content = next;
      },
      close: async () => void this.files.set(name, content),
      abort: async () => undefined,
    };
  }

  text(name: string): string {
    return new TextDecoder().decode(this.files.get(name));
  }
}

const planned = (id: string, name: string, size: number, folders: string[] = []): PlannedFile => ({
  id,
  name,
  size,
  folders,
  crc32: "",
});

const CONTENT: Record<string, string> = { a: "hello world", b: "second", c: "third one", e: "" };

class Storage implements Source {
  readonly asked: string[][] = [];
  readonly confirmed: string[] = [];
  readonly ranges: string[] = [];
  /** What the next requests are answered instead of the content. */
  readonly faults: (() => Response)[] = [];

  async addresses(ids: string[]) {
    this.asked.push(ids);
    return ids.map((id) => ({ url: `https://storage.example/${id}` }));
  }

  async confirm(ids: string[]) {
    this.confirmed.push(...ids);
  }

  fetch = async (url: string | URL | Request, options?: RequestInit): Promise<Response> => {
    const fault = this.faults.shift();
    if (fault) return fault();
    const range = new Headers(options?.headers).get("Range");
    if (range) this.ranges.push(range);
    const from = Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0);
    return new Response((CONTENT[String(url).slice(-1)] ?? "").slice(from), { status: range ? 206 : 200 });
  };

  surroundings(): Surroundings {
    return { fetch: this.fetch, now: () => 0, sleep: async () => undefined };
  }
}

/** Gives some bytes, and then breaks off. */
function broken(text: string, status = 200): Response {
  const bytes = new TextEncoder().encode(text);
  let given = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (given) controller.error(new TypeError("network"));
        else controller.enqueue(bytes);
        given = true;
      },
    }),
    { status },
  );
}

const refused = () => new Response("", { status: 403 });

async function save(files: PlannedFile[], storage: Storage, root = new MemoryFolder(), folders: string[][] = []) {
  const run = new FolderSave({ files, folders }, root, storage, storage.surroundings());
  await run.run();
  return { root, snapshot: run.snapshot() };
}

describe("saving to a folder", () => {
  it("rebuilds the tree, empty folders too, and confirms what arrived", async () => {
    const storage = new Storage();
    const files = [planned("a", "a.txt", 11), planned("b", "b.txt", 6, ["x", "y"]), planned("e", "empty", 0)];
    const { root, snapshot } = await save(files, storage, new MemoryFolder(), [["void"]]);
    expect(root.text("a.txt")).toBe("hello world");
    expect(root.folders.get("x")?.folders.get("y")?.text("b.txt")).toBe("second");
    expect(root.folders.has("void")).toBe(true);
    expect(snapshot).toMatchObject({ state: "done", files: 3, bytes: 17, failures: [] });
    expect(storage.confirmed.sort()).toEqual(["a", "b", "e"]);
    expect(storage.asked).toHaveLength(1);
  });

  it("goes on where the network broke off", async () => {
    const storage = new Storage();
    storage.faults.push(() => broken("hello"));
    const { root } = await save([planned("a", "a.txt", 11)], storage);
    expect(root.text("a.txt")).toBe("hello world");
    expect(storage.ranges).toEqual(["bytes=5-"]);
  });

  it("asks for a new address when the old one is refused, and gives up on a file that stays refused", async () => {
    const storage = new Storage();
    storage.faults.push(refused);
    await save([planned("a", "a.txt", 11)], storage);
    expect(storage.asked).toHaveLength(2);
    const stubborn = new Storage();
    stubborn.faults.push(refused, refused, refused, refused);
    const { snapshot } = await save([planned("a", "a.txt", 11), planned("b", "b.txt", 6)].slice(0, 1), stubborn);
    expect(snapshot.failures.map((each) => each.reason)).toEqual(["refused"]);
    expect(snapshot).toMatchObject({ state: "done", files: 0, bytes: 0 });
  });
});

describe("content that is hard to get", () => {
  it("gives no file up that moves on between refusals", async () => {
    const storage = new Storage();
    // The addresses of a large file expire several times while it is on its way.
    for (const byte of "hello w") storage.faults.push(() => broken(byte, 206), refused);
    const { root, snapshot } = await save([planned("a", "a.txt", 11)], storage);
    expect(snapshot.failures).toEqual([]);
    expect(root.text("a.txt")).toBe("hello world");
  });

  it("fetches content that was damaged on the way again, and names a file that stays damaged", async () => {
    const crc32 = await crc32Of(new Blob(["hello world"]).stream());
    const damaged = () => new Response("hellO world");
    const storage = new Storage();
    storage.faults.push(damaged);
    const { root, snapshot } = await save([{ ...planned("a", "a.txt", 11), crc32 }], storage);
    expect(snapshot).toMatchObject({ state: "done", files: 1, bytes: 11, failures: [] });
    expect(root.text("a.txt")).toBe("hello world");
    const stubborn = new Storage();
    stubborn.faults.push(damaged, damaged, damaged, damaged);
    const second = await save([{ ...planned("a", "a.txt", 11), crc32 }], stubborn);
    expect(second.snapshot.failures.map((each) => each.reason)).toEqual(["damaged"]);
    expect(second.root.text("a.txt")).toBe("");
    expect(stubborn.confirmed).toEqual([]);
  });

  it("checks the whole of a file that came in several answers", async () => {
    const crc32 = await crc32Of(new Blob(["hello world"]).stream());
    const storage = new Storage();
    storage.faults.push(() => broken("hellO"));
    const { root } = await save([{ ...planned("a", "a.txt", 11), crc32 }], storage);
    expect(root.text("a.txt")).toBe("hello world");
  });

  it("fetches nothing twice that is there, and writes over nothing of others", async () => {
    const root = new MemoryFolder();
    root.files.set("a.txt", new TextEncoder().encode("hello world"));
    root.files.set("b.txt", new TextEncoder().encode("other content"));
    const files = [planned("a", "a.txt", 11), planned("b", "b.txt", 6), planned("c", "b (2).txt", 9)];
    const { snapshot } = await save(files, new Storage(), root);
    expect(root.text("b.txt")).toBe("other content");
    expect(root.text("b (2).txt")).toBe("third one");
    expect(root.text("b (3).txt")).toBe("second");
    expect(snapshot).toMatchObject({ files: 3, bytes: 26 });
  });

  it("takes content of the same length for the same only if its checksum says so", async () => {
    const root = new MemoryFolder();
    root.files.set("a.txt", new TextEncoder().encode("HELLO WORLD"));
    const crc32 = await crc32Of(new Blob(["hello world"]).stream());
    await save([{ ...planned("a", "a.txt", 11), crc32 }], new Storage(), root);
    expect(root.text("a.txt")).toBe("HELLO WORLD");
    expect(root.text("a (2).txt")).toBe("hello world");
  });

  it("names a file that is longer or not allowed, and saves the others", async () => {
    const { snapshot, root } = await save(
      [planned("a", "a.txt", 4), planned("b", "x.lnk", 6), planned("c", "c", 9)],
      new Storage(),
    );
    expect(snapshot.failures.map((each) => each.reason).sort()).toEqual(["place", "size"]);
    expect(root.text("c")).toBe("third one");
  });

  it("ends when the link does", async () => {
    const storage = new Storage();
    const gone = new CallError(410, 327684, "gone", [], "", undefined, {});
    storage.addresses = async () => {
      throw gone;
    };
    const { snapshot } = await save([planned("a", "a.txt", 11)], storage);
    expect(snapshot).toMatchObject({ state: "ended", error: gone });
  });

  it("holds while it is paused and keeps what arrived", async () => {
    const storage = new Storage();
    const root = new MemoryFolder();
    const run = new FolderSave(
      { files: [planned("a", "a.txt", 11)], folders: [] },
      root,
      storage,
      storage.surroundings(),
    );
    storage.faults.push(() => {
      run.pause();
      return broken("hello");
    });
    const ended = run.run();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.snapshot().state).toBe("paused");
    run.resume();
    await ended;
    expect(root.text("a.txt")).toBe("hello world");
    expect(run.snapshot().state).toBe("done");
  });

  it("leaves off when it is stopped", async () => {
    const storage = new Storage();
    const run = new FolderSave(
      { files: [planned("a", "a.txt", 11)], folders: [] },
      new MemoryFolder(),
      storage,
      storage.surroundings(),
    );
    run.pause();
    const ended = run.run();
    run.stop();
    await ended;
    expect(run.snapshot().state).toBe("stopped");
  });
});

describe("CRC-32", () => {
  it("is the one that everybody has", async () =>
    expect(await crc32Of(new Blob(["123456789"]).stream())).toBe("cbf43926"));
});

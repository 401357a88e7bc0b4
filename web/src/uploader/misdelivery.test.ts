import { describe, expect, it, vi } from "vitest";
import { once, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import { big, isOver, PARTS, Story, settled } from "./story";

const story = Story.forEachTest();
const delivered = () => [...story.world.files.values()].map(({ name, state }) => `${name} ${state}`).sort();

describe("what is removed is not delivered, and nothing else is", () => {
  it("while the server is being told of it", async () => {
    story.world.bytesPerSecond = 30_000_000;
    const uploader = await story.begin([big("a")]);
    await story.until(uploader, () => story.world.count(PARTS) >= 2);
    story.world.latency = 500;
    await uploader.addFiles([sparse("b", 10), sparse("c", 20)]);
    await story.until(uploader, () => story.world.count(/files\/batch/) === 2);
    uploader.remove(uploader.snapshot().items.find(({ name }) => name === "b")?.id ?? 0);
    const { counts, phase } = await story.until(uploader, isOver);
    expect({ phase, done: counts.done }).toEqual({ phase: "done", done: 2 });
    expect(delivered()).toEqual(["a finalized", "c finalized"]);
  });

  it("a folder while the server is being told of it, as the last of all", async () => {
    const uploader = await story.begin([sparse("a", 5)]);
    const folder = { name: "Empty", isFile: false, isDirectory: true };
    const createReader = () => ({ readEntries: (resolve: (some: object[]) => void) => resolve([]) });
    const item = { kind: "file", webkitGetAsEntry: () => ({ ...folder, createReader }), getAsFile: () => null };
    await uploader.addDropped({ items: [item] } as unknown as DataTransfer);
    story.world.latency = 2_000;
    await story.until(uploader, ({ counts }) => counts.done === 1 || story.world.count(/files\/batch/) === 2);
    uploader.remove(uploader.snapshot().items.find(({ name }) => name === "Empty")?.id ?? 0);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(delivered()).toEqual(["a finalized"]);
  });

  it("while the server closes it", async () => {
    const uploader = await story.begin([sparse("a", 5), sparse("b", 6)]);
    story.world.latency = 500;
    await story.until(uploader, () => story.world.count(/files\/finalize/) >= 1);
    uploader.remove(uploader.snapshot().items[0]?.id ?? 0);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(uploader.snapshot().items.map(({ name }) => name)).toEqual(["b"]);
    expect(delivered()).toEqual(["b finalized"]);
  });

  it("and it does not come back after a reload", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big("a"), big("b")]);
    await story.until(uploader, () => story.world.count(/uploads/) >= 1);
    await vi.advanceTimersByTimeAsync(3_000);
    uploader.remove(uploader.snapshot().items[0]?.id ?? 0);
    await vi.advanceTimersByTimeAsync(3_000);
    uploader.dispose();
    await vi.advanceTimersByTimeAsync(3_000);
    const next = story.upload();
    await settled(next.adopt("p"));
    expect(next.snapshot().items.map(({ name }) => name)).toEqual(["b"]);
  });
});

describe("an upload whose list was cut off by a reload", () => {
  it("does not end before someone says that the list is complete", async () => {
    story.world.bytesPerSecond = 1_000_000;
    const files = Array.from({ length: 5_000 }, (_, index) => sparse(`${index}`, 1_000));
    const uploader = await story.begin(files);
    await vi.advanceTimersByTimeAsync(600);
    uploader.dispose();
    await vi.advanceTimersByTimeAsync(5_000);
    const known = story.world.records.get("p")?.items.size ?? 0;
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(5_000);
    story.world.bytesPerSecond = 100_000_000;
    const next = story.upload();
    await settled(next.adopt("p"));
    await next.addFiles(files);
    const over = await story.until(next, isOver);
    expect(over.counts).toMatchObject({ files: 5_000, done: 5_000 });
    expect({ phase: over.phase, isListCutOff: over.isListCutOff }).toEqual({ phase: "attention", isListCutOff: true });
    expect(story.world.state).toBe("new");
    next.completeList();
    expect((await story.until(next, ({ phase }) => phase !== "attention" && phase !== "finishing")).phase).toBe("done");
    expect(delivered()).toHaveLength(5_000);
  });

  it("is the same when files were added while it ran", async () => {
    story.world.bytesPerSecond = 10_000_000;
    const uploader = await story.begin(Array.from({ length: 19 }, (_, index) => sparse(`${index}`, 4 * MEBIBYTE)));
    await story.until(uploader, ({ counts }) => counts.done > 0);
    const later = Array.from({ length: 31 }, (_, index) => sparse(`later ${index}`, 1));
    const added = uploader.addFiles(later);
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(1);
    uploader.dispose();
    await added;
    await vi.advanceTimersByTimeAsync(5_000);
    const next = story.upload();
    await settled(next.adopt("p"));
    await next.addFiles(Array.from({ length: 19 }, (_, index) => sparse(`${index}`, 4 * MEBIBYTE)));
    expect((await story.until(next, isOver)).phase).toBe("attention");
    expect(story.world.state).toBe("new");
    await next.addFiles(later);
    await story.until(next, ({ counts, phase }) => counts.done === 50 && phase === "attention");
    next.completeList();
    expect((await story.until(next, ({ phase }) => phase === "done")).counts.done).toBe(50);
    expect(delivered()).toHaveLength(50);
  });
});

describe("files that are added", () => {
  it("while another has failed are sent", async () => {
    story.world.refuseFile = (name) => (name === "bad" ? "no" : undefined);
    const uploader = await story.begin([sparse("a", 1), sparse("bad", 1)]);
    await story.until(uploader, isOver);
    await uploader.addFiles([sparse("b", 1)]);
    await story.until(uploader, ({ counts }) => counts.done === 2);
    uploader.removeFailed();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(delivered()).toEqual(["a finalized", "b finalized"]);
  });

  it("are listed as failed if they cannot be read, and the others are sent", async () => {
    const uploader = story.upload();
    const entry = (name: string, file: (found: (file: File) => void, lost: (cause: Error) => void) => void) => ({
      ...{ name, isFile: true, isDirectory: false, file },
    });
    const good = (name: string) => entry(name, (found) => found(sparse(name, 3)));
    const bad = entry("bad", (_, lost) => lost(new DOMException("", "NotReadableError")));
    const readEntries = (_: unknown, lost: (cause: Error) => void) => lost(new DOMException("", "NotReadableError"));
    const closed = { name: "closed", isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
    const folder = (children: object[]) => {
      const rest = [children, []];
      const read = (found: (some: object[]) => void) => found(rest.shift() ?? []);
      return { name: "Film", isFile: false, isDirectory: true, createReader: () => ({ readEntries: read }) };
    };
    const items = [folder([good("1"), bad, closed, good("2")])].map((found) => ({
      ...{ kind: "file", webkitGetAsEntry: () => found, getAsFile: () => null },
    }));
    await uploader.addDropped({ items } as unknown as DataTransfer);
    expect(uploader.snapshot().items.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...["1 listed", "bad failed", "closed failed", "2 listed"],
    ]);
    await uploader.start();
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    uploader.removeFailed();
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(delivered()).toEqual(["1 finalized", "2 finalized"]);
  });
});

describe("cancelling", () => {
  it("after the end deletes nothing", async () => {
    const uploader = await story.send([sparse("a", 5)]);
    await settled(uploader.cancel());
    expect(uploader.snapshot().phase).toBe("done");
    expect(story.world.state).toBe("finalized");
  });

  it("while the package is being finished is an end too, whichever comes first", async () => {
    const uploader = await story.begin([sparse("a", 5)]);
    await story.until(uploader, ({ counts }) => counts.done === 1);
    story.world.latency = 1_000;
    await story.until(uploader, () => story.world.count(/p\/finalize/) === 1);
    await settled(uploader.cancel());
    const { phase } = await story.until(uploader, ({ phase: now }) => now === "done" || now === "cancelled");
    expect(phase).toBe(story.world.state === "finalized" ? "done" : "cancelled");
    expect(story.world.state).toBe("finalized");
  });

  it("while the package is being made leaves none", async () => {
    let make: () => void = () => undefined;
    const made = new Promise<void>((resolve) => {
      make = resolve;
    });
    const { createPackage } = story.packages();
    const uploader = story.upload({ createPackage: (total) => made.then(() => createPackage(total)) });
    await uploader.addFiles([sparse("a", 5)]);
    const started = uploader.start();
    const cancelled = uploader.cancel();
    make();
    await settled(Promise.all([started, cancelled]));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(uploader.snapshot().phase).toBe("cancelled");
    expect(story.world.state).toBe("expired");
    expect(story.world.records.size).toBe(0);
  });

  it("is repeated if the server does not answer", async () => {
    const uploader = await story.begin([big()]);
    await story.until(uploader, () => story.world.count(PARTS) >= 2);
    story.world.faults = [once(/^DELETE \S+\/p(\?|$)/, 0, 2)];
    await settled(uploader.cancel());
    expect(story.world.state).toBe("expired");
  });
});

describe("what the server refuses", () => {
  it("is not asked for without end", async () => {
    story.world.clashes = (name) => name === "clash";
    const uploader = await story.begin([sparse("a", 1), sparse("clash", 1)]);
    expect((await story.until(uploader, isOver, 120)).phase).toBe("attention");
    expect(uploader.snapshot().items[1]?.fault?.kind).toBe("refused");
  });

  it("by a 401 is no reason to forget an upload", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big()]);
    await vi.advanceTimersByTimeAsync(3_000);
    uploader.dispose();
    story.world.faults = [(request) => (/^GET .*files/.test(request) ? 401 : undefined)];
    const next = story.upload();
    await settled(next.adopt("p"));
    expect(next.snapshot().phase).toBe("failed");
    expect(story.world.records.size).toBe(1);
  });
});

describe("answers that are none", () => {
  it.each([
    ["a page of a proxy instead of the answer to adding", /files\/batch/],
    ["a page of a proxy instead of addresses", /start=/],
    ["a page of a proxy instead of the limits", /packages\/spec/],
    ["a page of a proxy instead of the answer to finalizing", /files\/finalize/],
    ["a page of a proxy instead of the end", /p\/finalize/],
  ])("%s", async (_, pattern) => {
    story.world.faults = [once(pattern, "page", 2)];
    const uploader = await story.send([big(), sparse("b", 3)]);
    expect(uploader.snapshot().phase).toBe("done");
    expect(story.world.state).toBe("finalized");
    expect(delivered()).toEqual(["a.mov finalized", "b finalized"]);
  });

  it.each(["RequestTimeout", "IncompleteBody"])("storage that says %s", async (code) => {
    story.world.faults = [once(PARTS, `400 ${code}`, 6), once(/^PUT \/F\d+\?made/, `400 ${code}`)];
    const uploader = await story.send([big(), sparse("b", 3)]);
    expect(uploader.snapshot().items.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(uploader.snapshot().phase).toBe("done");
    // No file was started over for it.
    expect(story.world.count(/files\/batch/)).toBe(1);
  });
});

describe("a clock that is set back", () => {
  it("neither stops an upload nor its waits", async () => {
    let isBusy = true;
    story.world.faults = [(request) => (isBusy && PARTS.test(request) ? 503 : undefined)];
    const uploader = await story.begin([big()]);
    await story.until(uploader, ({ waiting }) => waiting !== undefined);
    vi.setSystemTime(Date.now() - 3_600_000);
    const tries = story.world.count(PARTS);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(story.world.count(PARTS) - tries).toBeLessThan(40);
    isBusy = false;
    expect((await story.until(uploader, isOver, 120)).phase).toBe("done");
  });
});

describe("an uploader that is in use", () => {
  it("takes up no other upload", async () => {
    story.world.bytesPerSecond = 5_000_000;
    const uploader = await story.begin([big()]);
    await vi.advanceTimersByTimeAsync(3_000);
    uploader.dispose();
    const used = story.upload();
    await used.addFiles([sparse("other", 3)]);
    await expect(used.adopt("p")).rejects.toThrow();
    expect(used.snapshot()).toMatchObject({ phase: "choosing", counts: { files: 1 } });
  });
});

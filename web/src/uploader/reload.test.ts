import { describe, expect, it, vi } from "vitest";
import { sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import { big, isOver, PARTS, Story, settled } from "./story";
import { findUnfinished, forgetUnfinished } from "./unfinished";

const story = Story.forEachTest();

/** The tab is closed in the middle. */
async function halfway(files: File[]): Promise<void> {
  story.world.bytesPerSecond = 12_500_000;
  const uploader = await story.begin(files);
  await story.until(uploader, () => story.world.count(PARTS) >= 9);
  await vi.advanceTimersByTimeAsync(600);
  uploader.dispose();
  await vi.advanceTimersByTimeAsync(5_000);
}

describe("after a reload", () => {
  it("an upload is found, taken up, and only the rest is sent", async () => {
    await halfway([big(), sparse("small", 3)]);
    const [found] = await findUnfinished("portal:x", story.world.surroundings);
    expect(found).toMatchObject({ packageName: "Dailies", files: 2, isElsewhere: false, hasHandles: false });
    expect(found?.sentBytes).toBeGreaterThan(0);
    const sent = story.world.count(PARTS);
    const uploader = story.upload();
    await settled(uploader.adopt("p"));
    expect((await story.until(uploader, isOver)).phase).toBe("attention");
    expect(uploader.snapshot().counts.missing).toBeGreaterThan(0);
    await uploader.addFiles([big(), sparse("small", 3)]);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    // Ten parts in all, and at most those in flight were lost.
    expect(story.world.count(PARTS)).toBeLessThanOrEqual(sent + 6);
    expect(await findUnfinished("portal:x", story.world.surroundings)).toEqual([]);
  });

  it("files picked without their folder are known by name, size and time", async () => {
    await halfway([big()]);
    const uploader = story.upload();
    await settled(uploader.adopt("p"));
    await uploader.addFiles([sparse("a.mov", 80 * MEBIBYTE, "", 5), sparse("other", 3)]);
    expect(uploader.snapshot().unmatchedFiles).toBe(1);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
    expect(story.world.files.size).toBe(1);
  });

  it("a file that changed is named, and begins anew only when someone says so", async () => {
    await halfway([big()]);
    const uploader = story.upload();
    await settled(uploader.adopt("p"));
    await uploader.addFiles([sparse("a.mov", 90 * MEBIBYTE, "Film", 9)]);
    expect((await story.until(uploader, isOver)).items[0]).toMatchObject({
      state: "failed",
      fault: { kind: "changed" },
    });
    uploader.retry(uploader.snapshot().items[0]?.id);
    await story.until(uploader, ({ phase }) => phase === "done");
    expect([...story.world.files.values()].map(({ size }) => size)).toEqual([90 * MEBIBYTE]);
  });

  it("handles bring the files back by one click", async () => {
    const file = big("a.mov");
    const handle = {
      kind: "file",
      name: "a.mov",
      getFile: async () => file,
      requestPermission: async () => "granted",
    };
    await halfway([file]);
    const record = story.world.records.get("p");
    // A true handle survives the database; this one is put there by hand.
    if (record) record.saved.handles = [handle as unknown as FileSystemHandle];
    expect((await findUnfinished("portal:x", story.world.surroundings))[0]?.hasHandles).toBe(true);
    const uploader = story.upload();
    await settled(uploader.adopt("p"));
    expect(await settled(uploader.reopen())).toBe(true);
    expect((await story.until(uploader, isOver)).phase).toBe("done");
  });

  it("a finish whose reply was lost with the page is a finish", async () => {
    story.world.faults = [(request) => (/p\/finalize/.test(request) ? "lost-reply" : undefined)];
    const uploader = await story.begin([sparse("a", 5)]);
    await story.until(uploader, ({ phase }) => phase === "finishing");
    await vi.advanceTimersByTimeAsync(2_000);
    uploader.dispose();
    story.world.faults = [];
    const next = story.upload();
    await settled(next.adopt("p"));
    expect((await story.until(next, isOver)).phase).toBe("done");
  });

  it("a package that is gone is said to be gone, and forgotten", async () => {
    await halfway([big()]);
    story.world.state = "expired";
    const uploader = story.upload();
    await settled(uploader.adopt("p"));
    expect(uploader.snapshot()).toMatchObject({ phase: "failed", fault: { kind: "package-gone" } });
    expect(story.world.records.size).toBe(0);
  });

  it("another tab that sends it is left alone", async () => {
    story.world.bytesPerSecond = 1_000_000;
    const first = await story.begin([big()]);
    await story.until(first, () => story.world.count(PARTS) >= 1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await findUnfinished("portal:x", story.world.surroundings))[0]?.isElsewhere).toBe(true);
    const second = story.upload();
    await settled(second.adopt("p"));
    expect(second.snapshot().phase).toBe("elsewhere");
    expect(second.snapshot().totalBytes).toBe(80 * MEBIBYTE);
  });

  it("other scopes and those past their end are not offered", async () => {
    await halfway([big()]);
    expect(await findUnfinished("portal:y", story.world.surroundings)).toEqual([]);
    vi.setSystemTime(Date.parse("2026-12-02T00:00:00Z"));
    expect(await findUnfinished("portal:x", story.world.surroundings)).toEqual([]);
    expect(story.world.records.size).toBe(0);
  });

  it("forgetting leaves nothing here or there", async () => {
    await halfway([big()]);
    const { journal, transport } = story.world.surroundings;
    const forgotten = forgetUnfinished("p", journal, transport);
    await vi.advanceTimersByTimeAsync(1_000);
    await forgotten;
    expect(story.world.records.size).toBe(0);
    expect(story.world.state).toBe("expired");
  });
});

describe("after the end", () => {
  it("what is to be done once the package is finished is done by the next visit", async () => {
    const begun: string[] = [];
    const never = () => new Promise<void>(() => undefined);
    const uploader = await story.begin([sparse("a", 5)], {
      finished: (id) => {
        begun.push(`first ${id}`);
        return never();
      },
    });
    await story.until(uploader, () => begun.length === 1);
    expect(uploader.snapshot().phase).toBe("finishing");
    uploader.dispose();
    const next = story.upload({ finished: async (id) => void begun.push(`second ${id}`) });
    await settled(next.adopt("p"));
    await story.until(next, ({ phase }) => phase === "done");
    expect(begun).toEqual(["first p", "second p"]);
    expect(story.world.records.size).toBe(0);
  });
});

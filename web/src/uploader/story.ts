import { afterEach, beforeEach, vi } from "vitest";
import { FakeWorld, sparse } from "./fake";
import { MEBIBYTE } from "./plan";
import type { Snapshot, Uploader, UploaderOptions } from "./types";
import { createUploader } from "./uploader";

export const PACKAGE = {
  id: "p",
  name: "Dailies",
  token: "t",
  expiry: "2026-12-01T00:00:00.000Z",
  channel: { name: "c", token: "ct" },
};
/** Requests that carry a part. */
export const PARTS = /^PUT .*partNumber/;

/** A world by the test's clock, and what is done in it. */
export class Story {
  world = new FakeWorld();
  readonly #made: Uploader[] = [];

  /** A new world for each test of the file. */
  static forEachTest(): Story {
    const story = new Story();
    // By the test's clock little time passes, but a busy machine may take long over it.
    vi.setConfig({ testTimeout: 30_000 });
    beforeEach(() => {
      vi.useFakeTimers({ now: Date.parse("2026-11-15T10:00:00Z") });
      story.world = new FakeWorld();
    });
    afterEach(() => {
      for (const uploader of story.#made.splice(0)) uploader.dispose();
      vi.useRealTimers();
    });
    return story;
  }

  upload(options: Partial<UploaderOptions> = {}, surroundings = this.world.surroundings): Uploader {
    const { createPackage } = this.packages();
    const uploader = createUploader({ scope: "portal:x", createPackage, ...options }, surroundings);
    this.#made.push(uploader);
    return uploader;
  }

  packages(): Pick<UploaderOptions, "createPackage"> {
    return { createPackage: async () => ({ ...PACKAGE }) };
  }

  async begin(files: File[], options: Partial<UploaderOptions> = {}): Promise<Uploader> {
    const uploader = this.upload(options);
    await uploader.addFiles(files);
    await uploader.start();
    return uploader;
  }

  /** Until it is over, or cannot go on by itself. */
  async send(files: File[], options: Partial<UploaderOptions> = {}): Promise<Uploader> {
    const uploader = await this.begin(files, options);
    await this.until(uploader, isOver);
    return uploader;
  }

  /** Lets time pass until the upload is somewhere, at most so many seconds. */
  async until(uploader: Uploader, where: (snapshot: Snapshot) => boolean, seconds = 600): Promise<Snapshot> {
    for (let step = 0; step < seconds * 20; step++) {
      if (where(uploader.snapshot())) return uploader.snapshot();
      await vi.advanceTimersByTimeAsync(50);
    }
    const { phase, counts, fault, items } = uploader.snapshot();
    const states = items.slice(0, 5).map(({ state, fault: why }) => `${state} ${why?.kind ?? ""}`);
    const requests = this.world.requests.slice(-10);
    throw new Error(`still ${JSON.stringify({ phase, counts, fault, states, requests })}`);
  }
}

export const isOver = ({ phase }: Snapshot) => ["done", "failed", "attention"].includes(phase);

/** Lets time pass until something is answered. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  let isPending = true;
  const end = () => {
    isPending = false;
  };
  promise.then(end, end);
  while (isPending) await vi.advanceTimersByTimeAsync(50);
  return promise;
}

/** A file of several parts. */
export const big = (name = "a.mov", mebibytes = 80) => sparse(name, mebibytes * MEBIBYTE, "Film", 5);

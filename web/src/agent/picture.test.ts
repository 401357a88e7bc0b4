import { describe, expect, it } from "vitest";
import { afterEvent, EMPTY, type Picture, Speeds } from "./picture";
import { eventsOf } from "./stream";

const upload = (id: string, progress: number, state = "transferring") => ({
  event: "upload",
  upload_id: id,
  package_id: "p",
  name: "folder",
  package_name: "Dailies",
  state,
  progress,
  size: 10_000,
});

describe("the picture", () => {
  it("puts what is new first, and what is known in its place", () => {
    const speeds = new Speeds(() => 0);
    let picture: Picture = EMPTY;
    for (const event of [upload("a", 0), upload("b", 0), upload("a", 5)]) picture = afterEvent(picture, event, speeds);
    expect(picture.transfers.map(({ id, progress }) => [id, progress])).toEqual([
      ["b", 0],
      ["a", 5],
    ]);
  });

  it("measures speed and the time that is left", () => {
    let now = 0;
    const speeds = new Speeds(() => now);
    let picture: Picture = EMPTY;
    for (; now <= 5000; now += 1000) picture = afterEvent(picture, upload("a", now), speeds);
    expect(picture.transfers[0]).toMatchObject({ bytesPerSecond: 1000 });
    expect(picture.transfers[0]?.secondsLeft).toBeCloseTo(5, 0);
    picture = afterEvent(picture, upload("a", 5000, "Paused"), speeds);
    expect(picture.transfers[0]).toMatchObject({ state: "paused", bytesPerSecond: undefined });
  });

  it("forgets what is removed, and nothing else", () => {
    const speeds = new Speeds(() => 0);
    const before = [upload("a", 0), upload("b", 0)].reduce<Picture>(
      (all, each) => afterEvent(all, each, speeds),
      EMPTY,
    );
    expect(afterEvent(before, { event: "removed", download_id: "a" }, speeds).transfers).toHaveLength(2);
    expect(afterEvent(before, { event: "removed", upload_id: "a" }, speeds).transfers.map((each) => each.id)).toEqual([
      "b",
    ]);
  });
});

describe("the stream", () => {
  it("is read whatever pieces it comes in", async () => {
    const text = ': still here\n\ndata: {"a":"é"}\n\n: still here\n\ndata: {"b":2}\n\n';
    const bytes = new TextEncoder().encode(text);
    for (const step of [1, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
        bytes.slice(index * step, (index + 1) * step),
      );
      const found: string[] = [];
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      for await (const data of eventsOf(stream)) found.push(data);
      expect(found).toEqual(['{"a":"é"}', '{"b":2}']);
    }
  });
});

import { describe, expect, it } from "vitest";
import { type BulkAction, forEach, isFor } from "./bulk";

describe("bulk work", () => {
  it.each<[BulkAction, string]>([
    ["archive", "expired"],
    ["unarchive", "archived"],
    ["delete", "new finalized"],
  ])("%s is for %s", (action, states) => {
    const all = ["new", "finalized", "expired", "archived"];
    expect(all.filter((state) => isFor(action, { state })).join(" ")).toBe(states);
  });

  it("goes on after a failure and never does more than four at once", async () => {
    let running = 0;
    let most = 0;
    const result = await forEach([1, 2, 3, 4, 5, 6, 7], async (number) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (number % 3 === 0) throw new Error(`no ${number}`);
    });
    expect(result).toMatchObject({ done: 5, failed: 2, error: new Error("no 3") });
    expect(most).toBe(4);
  });
});

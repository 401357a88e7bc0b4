import { describe, expect, it } from "vitest";
import { withRoom } from "./Toasts";

const told = (key: number) => ({ key });
const waiting = (key: number) => ({ key, waiting: { id: `${key}`, act: async () => undefined } });
const keys = (toasts: { key: number }[]) => toasts.map(({ key }) => key);

describe("the notices that are shown", () => {
  it("are the newest four", () => expect(keys(withRoom([1, 2, 3, 4, 5, 6].map(told)))).toEqual([3, 4, 5, 6]));

  it("keep every action that waits, however many there are", () => {
    expect(keys(withRoom([1, 2, 3, 4, 5].map(waiting)))).toEqual([1, 2, 3, 4, 5]);
  });

  it("give up what only tells something first", () => {
    expect(keys(withRoom([waiting(1), told(2), waiting(3), told(4), waiting(5)]))).toEqual([1, 3, 4, 5]);
    expect(keys(withRoom([...[1, 2, 3, 4].map(waiting), told(5)]))).toEqual([1, 2, 3, 4, 5]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browserTransport } from "./transport";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { origin: "https://server.test" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = { method: "GET", path: "/v1/x", token: "t" } as const;
const answering = (body: string, init?: ResponseInit) => vi.stubGlobal("fetch", async () => new Response(body, init));

describe("a call", () => {
  it("ends after a minute without an answer, so that it can be repeated", async () => {
    const hangs = (_: string, init?: RequestInit) =>
      new Promise<Response>((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    vi.stubGlobal("fetch", hangs);
    const said = vi.fn();
    void browserTransport().call(ask).then(said);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(said).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(said).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
  });

  it("that someone ends throws", async () => {
    const control = new AbortController();
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    control.abort();
    await expect(browserTransport().call({ ...ask, signal: control.signal })).rejects.toThrow();
  });

  it.each([
    ["the answer of the server", '{"id":"p"}', 200, { status: 200, body: { id: "p" } }],
    ["nothing, where nothing is to be said", "", 200, { status: 200, body: undefined }],
    ["a page of a proxy, which is not an answer", "<html>Sign in</html>", 200, { status: 0, body: undefined }],
    ["an error of a proxy", "<html>Bad gateway</html>", 502, { status: 502, body: undefined }],
  ])("gets %s", async (_, body, status, expected) => {
    answering(body, { status });
    expect(await browserTransport().call(ask)).toMatchObject(expected);
  });
});

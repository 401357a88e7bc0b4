import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, startServer, type TestServer, visitor } from "./harness";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

test("pages carry the headers that keep strangers' scripts out", async () => {
  for (const path of ["/", "/p/nobody", "/d/01J00000000000000000000000?secret=x", "/sent"]) {
    const reply = await fetch(server.api + path);
    const policy = reply.headers.get("content-security-policy") ?? "";
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}';/);
    expect(policy, path).not.toContain("unsafe");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(reply.headers.get("referrer-policy"), path).toBe("no-referrer");
    expect(reply.headers.get("set-cookie"), path).toBeNull();
    expect(reply.headers.get("cache-control"), path).toBe("no-store");
  }
});

test("no nonce is used twice", async () => {
  const nonce = async () => (await fetch(`${server.api}/`)).headers.get("content-security-policy");
  expect(await nonce()).not.toBe(await nonce());
});

test("what is no page is answered as the interface answers", async () => {
  for (const path of ["/assets/none.js", "/assets/..%2fmanifest.json", "/nowhere", "/v1/nowhere"]) {
    const reply = await fetch(server.api + path);
    expect(reply.status, path).toBe(404);
    expect(reply.headers.get("content-type"), path).toContain("application/json");
  }
});

test("scripts are sent compressed and kept for ever", async () => {
  const html = await (await fetch(`${server.api}/`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  const reply = await fetch(server.api + script, { headers: { "accept-encoding": "br" } });
  expect(reply.headers.get("content-encoding")).toBe("br");
  expect(reply.headers.get("cache-control")).toContain("immutable");
});

test("each page starts without a fault", async () => {
  for (const path of ["/", "/p/nobody", "/d/01J00000000000000000000000?secret=x"]) {
    const { context, page, faults } = await visitor();
    await page.goto(server.api + path);
    await page.waitForLoadState("networkidle");
    expect(faults.refused, path).toEqual([]);
    await context.close();
  }
});

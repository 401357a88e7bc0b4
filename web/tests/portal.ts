import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { noise, type TestServer } from "./harness";

/** Makes a Portal that is on, and opens its form if it gets one. */
export async function makePortal(
  server: TestServer,
  subdomain: string,
  more: Record<string, unknown> = {},
  fields?: Record<string, unknown>[],
): Promise<string> {
  const body = { name: "Studio North", subdomain, active: true, ...more };
  const made = await server.call<{ id: string }>("POST", `/v1/teams/${server.team.team_id}/portals`, body);
  if (fields) {
    const form = { name: "Delivery", delivery_formats: ["json"], fields };
    await server.call("POST", `/v1/portals/${made.id}/form`, form);
  }
  return made.id;
}

/** A folder on this machine with these files; empty folders end with a slash. */
export function folder(files: Record<string, number>): string {
  const root = mkdtempSync(join(tmpdir(), "tonnage-files-"));
  let seed = 1;
  for (const [path, size] of Object.entries(files)) {
    const whole = join(root, path);
    mkdirSync(path.endsWith("/") ? whole : dirname(whole), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(whole, noise(size, seed++));
  }
  return root;
}

export interface ReceivedFile {
  kind: string;
  path: string;
  name: string;
  size: number;
  state: string;
}

interface ReceivedPackage {
  id: string;
  name: string;
  sender: string;
  state: string;
  access_token: string;
}

/** The newest package that came through a Portal, with its files. */
export async function received(
  server: TestServer,
  portal: string,
): Promise<{ sent: ReceivedPackage; files: ReceivedFile[] }> {
  const path = `/v1/portals/${portal}/packages?new=1&finalized=1`;
  const all = await server.call<ReceivedPackage[]>("GET", path);
  const newest = all.sort((one, other) => other.id.localeCompare(one.id))[0];
  if (!newest) throw new Error("nothing came through the Portal");
  const token = { "x-package-token": newest.access_token };
  const files = await server.call<ReceivedFile[]>("GET", `/v1/packages/${newest.id}/files`, undefined, token);
  return { sent: newest, files };
}

/** Drops what is on this machine onto the page, as the browser itself would. */
export async function drop(page: Page, paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  // On the margin, which must take it too.
  const place = { x: 5, y: 5, data };
  // Twice, as a pointer that moves: on a busy machine, the first answer of the page may come too late for the drop.
  for (const type of ["dragEnter", "dragOver", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...place });
    // The browser drops nothing where the page has not yet said that it takes it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
  await session.detach();
}

/** The requests that carried a part to storage, each once. */
export function partsOf(page: Page): string[] {
  const parts: string[] = [];
  page.on("requestfinished", (request) => {
    const number = new URL(request.url()).searchParams.get("partNumber");
    if (request.method() === "PUT" && number) parts.push(number);
  });
  return parts;
}

/** The parts that the page has written down as arrived, so that it knows them after a reload. */
export function notedParts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open("tonnage-uploads"));
    const records = await answer(database.transaction("records").objectStore("records").getAll());
    database.close();
    const tags = records.flatMap((record: { remote?: { etags: (string | null)[] } }) => record.remote?.etags ?? []);
    return tags.flatMap((tag, index) => (tag === null ? [] : [String(index + 1)]));
  });
}

/** Waits until the page has been offline for ten seconds by its own countdown, which begins at thirty. */
export async function tenSecondsOffline(page: Page): Promise<void> {
  await page.getByText(/Retrying in (\d|1\d|20) s/).waitFor();
}

const SMALLEST = 5_242_880;

/** Chunks as small as the server takes them, so that a small file has several. */
export async function smallChunks(page: Page): Promise<void> {
  const body = JSON.stringify({ max_chunk_count: 10_000, max_chunk_size: SMALLEST, min_chunk_size: SMALLEST });
  await page.route("**/v1/system/packages/spec", (route) => route.fulfill({ contentType: "application/json", body }));
}

/** A line of so many bytes a second. */
export async function slowLine(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const speed = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send("Network.emulateNetworkConditions", speed);
}

/** Begins to measure how long the page keeps others waiting. */
export async function watchTurns(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = globalThis as { turns?: number[] };
    const turns: number[] = [];
    watched.turns = turns;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      turns.push(now - last);
      last = now;
    });
  });
}

/** In milliseconds: the longest, and what ninety-nine of a hundred did not exceed. */
export async function turnsOf(page: Page): Promise<{ longest: number; usual: number }> {
  const turns = await page.evaluate(() => (globalThis as { turns?: number[] }).turns ?? []);
  turns.sort((one, other) => one - other);
  return { longest: turns.at(-1) ?? 0, usual: turns[Math.floor(turns.length * 0.99)] ?? 0 };
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { HANGS_AFTER, inTime } from "./limits";

/** A server of this checkout with its own data, on free ports, showing the pages that were just built. */
export interface TestServer {
  api: string;
  storage: string;
  /** Where it keeps its data. */
  data: string;
  team: Team;
  stop(): Promise<void>;
  /** Calls the interface as the Team's Owner, or with the headers given. */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
}

export interface Team {
  email: string;
  password: string;
  team_id: string;
  user_id: string;
  api_key: string;
}

/** Where this checkout is. */
export const ROOT = new URL("../..", import.meta.url).pathname;
const PASSWORD = "a long sentence for tests";

/** The program under test; `cargo xtask test` says where it is. */
function program(): string {
  const path = process.env.TONNAGE_TEST_PROGRAM;
  if (!path)
    throw new Error("TONNAGE_TEST_PROGRAM must name the tonnage program; `cargo xtask test --only browser` does");
  return path;
}

export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), "tonnage-web-"));
  const arguments_ = ["serve", "--data-dir", data, "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0"];
  const environment = { ...process.env, TONNAGE_PAGES__DIRECTORY: join(ROOT, "web/dist/cloud"), ...settings };
  const child = spawn(program(), arguments_, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const log: string[] = [];
  child.stderr.on("data", (text) => log.push(String(text)));
  const { api, storage } = await inTime("the server", listening(child, log));
  const team = bootstrap(data);
  return {
    // Every name below localhost is this machine for a browser, which is what Portals' own hosts need.
    api: api.replace("127.0.0.1", "localhost"),
    storage,
    data,
    team,
    stop: () => stop(child, data),
    call: (method, path, body, headers) => call(api, method, path, body, headers ?? { "x-api-key": team.api_key }),
  };
}

async function listening(child: ChildProcess, log: string[]): Promise<{ api: string; storage: string }> {
  if (!child.stdout) throw new Error("the server has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { event: string; api: string; storage: string };
    if (event.event === "listening") return event;
  }
  throw new Error(`the server did not start:\n${log.join("")}`);
}

function bootstrap(data: string): Team {
  const email = "anna@example.org";
  const words = [
    "admin",
    "bootstrap",
    "--data-dir",
    data,
    "--team",
    "Film",
    "--email",
    email,
    "--password",
    PASSWORD,
    "--json",
  ];
  const done = spawnSync(program(), words, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`no Team was made: ${done.stderr}`);
  return { email, password: PASSWORD, ...JSON.parse(done.stdout) } as Team;
}

async function stop(child: ChildProcess, data: string): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await inTime("the end of the server", ended);
  rmSync(data, { recursive: true, force: true });
}

async function call<T>(
  api: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(api + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** A package of the Team with these files, sent by the interface; small files only. */
export async function sendPackage(
  server: TestServer,
  name: string,
  files: Record<string, Uint8Array>,
  more: Record<string, unknown> = {},
): Promise<{ id: string; access_token: string }> {
  const created = await server.call<{ id: string; access_token: string }>(
    "POST",
    `/v1/teams/${server.team.team_id}/packages`,
    {
      name,
      description: "Two cameras.",
      sender: server.team.email,
      recipients: [],
      ...more,
    },
  );
  await fillPackage(server, created, files);
  return created;
}

/** Puts these files into a new package and closes it. */
export async function fillPackage(
  server: TestServer,
  { id, access_token }: { id: string; access_token: string },
  files: Record<string, Uint8Array>,
): Promise<void> {
  const token = { "x-package-token": access_token };
  for (const [path, content] of Object.entries(files)) await sendFile(server, id, token, path, content);
  await server.call("POST", `/v1/packages/${id}/finalize`, {}, token);
}

interface PutBlueprint {
  method: string;
  url: string;
  headers: Record<string, string>;
}

async function sendFile(
  server: TestServer,
  packageId: string,
  token: Record<string, string>,
  path: string,
  content: Uint8Array,
): Promise<void> {
  const slash = path.lastIndexOf("/");
  const body = [
    { kind: "file", name: path.slice(slash + 1), path: path.slice(0, Math.max(slash, 0)), size: content.length },
  ];
  const added = await server.call<{ file: { id: string }; put_blueprint: PutBlueprint }[]>(
    "POST",
    `/v1/packages/${packageId}/files/batch`,
    body,
    token,
  );
  const one = added[0];
  if (!one) throw new Error("the batch answered nothing");
  const { method, url, headers } = one.put_blueprint;
  const put = await fetch(url, { method, headers, body: content as BodyInit });
  if (!put.ok) throw new Error(`storage answered ${put.status}: ${await put.text()}`);
  const finalize = [{ file_id: one.file.id, size: content.length, etag: put.headers.get("etag") }];
  await server.call("POST", `/v1/packages/${packageId}/files/finalize`, finalize, token);
}

/** A link to a package: its page's path with the secret. */
export async function linkTo(
  server: TestServer,
  sent: { id: string; access_token: string },
  options: Record<string, unknown> = {},
): Promise<string> {
  const token = { "x-package-token": sent.access_token };
  const link = await server.call<{ id: string; download_secret: string }>(
    "POST",
    `/v1/packages/${sent.id}/links`,
    options,
    token,
  );
  return `/d/${link.id}?secret=${link.download_secret}`;
}

let browser: Promise<Browser> | undefined;

const launch = () =>
  chromium.launch({
    executablePath: process.env.TONNAGE_TEST_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });

/** One browser for all files that a worker runs: starting one takes longer than most stories. */
async function openBrowser(): Promise<Browser> {
  browser ??= launch();
  if (!(await browser).isConnected()) browser = launch();
  return browser;
}

/** Ends the visits of a file of tests, so that nobody holds a connection to its server. */
export async function closeVisitors(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

export interface Faults {
  /** What the page's policy refused; must stay empty. */
  refused: string[];
  /** Errors of scripts and of the console; must stay empty but for those that a story expects. */
  errors: string[];
}

/** A fresh visitor whose every fault is written down. */
export async function visitor(
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; faults: Faults }> {
  const context = await (await openBrowser()).newContext(options);
  context.setDefaultTimeout(HANGS_AFTER);
  const page = await context.newPage();
  const faults: Faults = { refused: [], errors: [] };
  page.on("pageerror", (error) => faults.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const list = message.text().includes("Content Security Policy") ? faults.refused : faults.errors;
    list.push(message.text());
  });
  return { context, page, faults };
}

/** A picture of the page, kept as build output. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = join(ROOT, "web/screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Bytes that cannot be guessed and compress badly, the same for the same seed. */
export function noise(length: number, seed: number): Uint8Array {
  let state = seed >>> 0 || 1;
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    bytes[index] = state & 0xff;
  }
  return bytes;
}

export async function downloaded(page: Page, act: () => Promise<void>): Promise<Uint8Array> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFileSync(await download.path());
}

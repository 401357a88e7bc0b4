import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { fileName, type Words } from "./furnish";
import { type Faults, ROOT, type TestServer, visitor } from "./harness";
import { inTime } from "./limits";

const TOKEN = "a token for tests";

/** An agent of this checkout, signed in to a server, showing the page that was just built. */
export interface TestAgent {
  address: string;
  token: string;
  stop(): Promise<void>;
  /** Calls its interface. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Starts one that keeps its state below the folder. */
export async function startAgent(server: TestServer, folder: string): Promise<TestAgent> {
  const program = process.env.TONNAGE_TEST_AGENT;
  if (!program) throw new Error("TONNAGE_TEST_AGENT must name the agent; `cargo xtask test --only browser` does");
  const listen = `127.0.0.1:${await freePort()}`;
  const words = ["--listen", listen, "--cloud-url", server.api.replace("localhost", "127.0.0.1")];
  words.push("--state-dir", join(folder, "state"), "--pages", join(ROOT, "web/dist/agent"));
  const environment = { ...process.env, TONNAGE_AGENT_API_KEY: server.team.api_key, TONNAGE_AGENT_TOKEN: TOKEN };
  const child = spawn(program, words, { env: environment, stdio: "ignore" });
  const address = `http://${listen}`;
  await inTime("the agent", reachable(address, child));
  return {
    address,
    token: TOKEN,
    stop: () => stop(child),
    call: (method, path, body) => call(address, method, path, body),
  };
}

/** A port that was free a moment ago; the agent does not tell which one it took. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const place = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (place === null || typeof place === "string") throw new Error("no port is free");
  return place.port;
}

async function reachable(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const reply = await fetch(address).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the agent ended with ${child.exitCode}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await inTime("the end of the agent", ended);
}

async function call<T>(address: string, method: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** The agent's page, after its token was entered. */
export async function openAgent(
  agent: TestAgent,
  options: Parameters<typeof visitor>[0] = {},
): Promise<{ page: Page; faults: Faults; close: () => Promise<void> }> {
  const { context, page, faults } = await visitor(options);
  await page.goto(agent.address);
  await page.getByLabel("Token", { exact: true }).fill(agent.token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Uploads" }).waitFor();
  return { page, faults, close: () => context.close() };
}

/** Turns to another area of the open page. */
export async function goToArea(page: Page, area: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, area);
  await page.locator(`[role=tab][aria-selected=true][data-key="${area}"]`).waitFor();
}

/** An upload, a download, an automation that works and one that cannot, with these words wherever people may write. */
export async function furnishAgent(
  agent: TestAgent,
  server: TestServer,
  words: Words,
  { folder, link }: { folder: string; link: string },
): Promise<void> {
  const team_id = server.team.team_id;
  const out = join(folder, fileName(words("agent folder")));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, fileName(words("agent file"))), "some bytes");
  const upload = { team_id, paths: [out], package_name: words("agent package"), recipients: [] };
  await agent.call("POST", "/uploads", upload);
  const into = join(folder, fileName(words("agent target")));
  mkdirSync(into);
  const url = server.api.replace("localhost", "127.0.0.1") + link;
  await agent.call("POST", "/downloads", { url, dst_folder: into });
  const path = join(folder, fileName(words("automation folder")));
  mkdirSync(path);
  writeFileSync(join(path, fileName(words("watched file"))), "some bytes");
  const watch = { name: words("automation name"), path, timeout: 60, enabled: true, team_id };
  const more = { recipient_emails: ["ben@example.org"], message: words("automation message"), send_loose_files: true };
  await agent.call("POST", "/automations/team_upload", { ...watch, ...more });
  const lost = join(folder, fileName(words("lost folder")));
  mkdirSync(lost);
  await agent.call("POST", "/automations/team_upload", { ...watch, ...more, name: words("lost name"), path: lost });
  rmSync(lost, { recursive: true });
}

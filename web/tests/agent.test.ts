import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, linkTo, noise, screenshot, sendPackage, startServer, type TestServer, visitor } from "./harness";

const TOKEN = "a token for tests";
const REEL = noise(80_000, 7);
const ROOT = new URL("../..", import.meta.url).pathname;

let server: TestServer;
let agent: { address: string; stop(): Promise<void> };
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), "tonnage-agent-"));
  mkdirSync(join(folder, "out"));
  mkdirSync(join(folder, "watched"));
  writeFileSync(join(folder, "out/reel.mov"), REEL);
  agent = await startAgent();
});
afterAll(async () => {
  await closeBrowser();
  await agent.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startAgent(): Promise<typeof agent> {
  const program = process.env.TONNAGE_TEST_AGENT;
  if (!program) throw new Error("TONNAGE_TEST_AGENT must name the agent; `cargo xtask test --only browser` does");
  const listen = `127.0.0.1:${20_000 + (process.pid % 20_000)}`;
  const words = ["--listen", listen, "--cloud-url", server.api.replace("localhost", "127.0.0.1")];
  words.push("--state-dir", join(folder, "state"), "--pages", join(ROOT, "web/dist/agent"));
  const environment = { ...process.env, TONNAGE_AGENT_API_KEY: server.team.api_key, TONNAGE_AGENT_TOKEN: TOKEN };
  const child = spawn(program, words, { env: environment, stdio: "ignore" });
  const address = `http://${listen}`;
  await reachable(address, child);
  return { address, stop: () => stop(child) };
}

async function reachable(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const reply = await fetch(address).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the agent ended with ${child.exitCode}`);
}

function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  return ended;
}

/** The agent's page, after its token was entered. */
async function opened(options: Parameters<typeof visitor>[0] = {}) {
  const all = await visitor(options);
  await all.page.goto(agent.address);
  await all.page.getByLabel("Token", { exact: true }).fill(TOKEN);
  await all.page.keyboard.press("Enter");
  await all.page.getByRole("heading", { name: "Uploads" }).waitFor();
  return all;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("without the right token nothing is shown; with it the light says who is signed in", async () => {
  const { context, page, faults } = await visitor();
  await page.goto(agent.address);
  const field = page.getByLabel("Token", { exact: true });
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await field.waitFor();
  expect(await page.getByRole("tab").count()).toBe(0);
  await field.fill(TOKEN);
  await page.keyboard.press("Enter");
  await page.getByText("Connected as anna@example.org").waitFor();
  await page.reload();
  await page.getByText("Connected as anna@example.org").waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("an upload is sent, its files are shown, and a link to it is made", async () => {
  const { context, page, faults } = await opened();
  await button(page, "New upload").click();
  await page.getByLabel("Path 1").fill(join(folder, "out"));
  await page.getByRole("radio", { name: "For a link" }).check();
  await page.getByLabel("Name of the package").fill("Dailies 4");
  await button(page, "Start upload").click();
  const card = page.getByRole("listitem").filter({ hasText: "Dailies 4" });
  await card.getByText("Complete").waitFor();
  await card.getByRole("button", { name: "Details" }).click();
  await page.getByText("out/reel.mov").waitFor();
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Make a link" }).click();
  await button(page, "Make the link").click();
  await page
    .getByText(/\/d\/.+secret=/)
    .or(page.locator("input[value*='secret=']"))
    .first()
    .waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("a link is downloaded to a folder, byte for byte", async () => {
  const sent = await sendPackage(server, "For the agent", { "b.bin": REEL });
  const { context, page, faults } = await opened();
  await button(page, "New download").click();
  await page
    .getByLabel("Download link")
    .fill(server.api.replace("localhost", "127.0.0.1") + (await linkTo(server, sent)));
  await page.getByLabel("Folder for what arrives").fill(join(folder, "in"));
  await button(page, "Start download").click();
  const card = page.getByRole("listitem").filter({ hasText: "For the agent" });
  await card.getByText("Complete").waitFor();
  expect(Buffer.compare(readFileSync(join(folder, "in/For the agent/b.bin")), REEL)).toBe(0);
  await screenshot(page, "agent-transfers");
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("a watch folder is made, switched off, and taken away; limits are kept", async () => {
  const { context, page, faults } = await opened();
  await page.getByRole("tab", { name: "Automations" }).click();
  await button(page, "New automation").click();
  await page.getByRole("radio", { name: /^Send a watched folder\s*Each/ }).check();
  await button(page, "Continue").click();
  await page.getByLabel("Name", { exact: true }).fill("Cards");
  await page.getByLabel("Watched folder").fill(join(folder, "watched"));
  await page.getByLabel("Recipients").fill("ben@example.org");
  await screenshot(page, "agent-automation");
  await button(page, "Save").click();
  const card = page.getByRole("listitem").filter({ hasText: "Cards" });
  await card.getByText("Working").waitFor();
  await card.getByRole("switch").click();
  await card.getByText("Switched off").waitFor();
  await screenshot(page, "agent-automations");
  await button(page, "More for Cards").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No automations yet").waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Limit the speed" }).first().click();
  await page.getByLabel("At most").fill("25");
  await button(page, "Save").first().click();
  await page.getByText("The settings were saved.").waitFor();
  await page.reload();
  await page.getByLabel("At most").waitFor();
  expect(await page.getByLabel("At most").inputValue()).toBe("25");
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("every tab passes WCAG 2.2 AA, in light and dark, narrow and wide", async () => {
  const all = ["Transfers", "Automations", "Gateways", "Settings"];
  const isDeep = process.env.TONNAGE_TEST_DEEP !== undefined;
  const views = [
    ["light", 1280, isDeep ? all : ["Transfers", "Automations"]],
    ["dark", 320, isDeep ? all : ["Gateways", "Settings"]],
  ] as const;
  for (const [colorScheme, width, tabs] of views) {
    const { context, page } = await opened({ colorScheme, viewport: { width, height: 800 } });
    for (const tab of tabs) {
      await page.getByRole("tab", { name: tab }).click();
      const found = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .analyze();
      expect(
        found.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]),
        tab,
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(width);
      await screenshot(page, `agent-${tab.toLowerCase()}-${colorScheme}-${width}`);
    }
    await context.close();
  }
});

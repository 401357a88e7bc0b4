import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, screenshot, startServer, type TestServer, visitor } from "./harness";
import { drop, folder, makePortal, partsOf, received, slowLine, smallChunks } from "./portal";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await closeBrowser();
  await server.stop();
});

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your e-mail address").fill("ben@example.org");
  await page.getByLabel("Package name").fill(name);
}

test("a folder is dropped beside the card and arrives as it was", async () => {
  const portal = await makePortal(server, "dropped", {
    message: "Please send your dailies.\nThank you!",
    primary_color: "#0b7a75",
  });
  const root = folder({
    "Film/Day 1/a.mov": 40_000_000,
    "Film/Day 1/b.txt": 12,
    "Film/Empty/": 0,
    "Film/.DS_Store": 6,
    "loose.txt": 0,
  });
  const { context, page, faults } = await visitor();
  await page.goto(`${server.api}/p/dropped`);
  await page.getByRole("heading", { name: "Send files to Studio North" }).waitFor();
  await screenshot(page, "portal-choosing");
  await drop(page, [join(root, "Film"), join(root, "loose.txt")]);
  await page.getByRole("heading", { name: "3 files" }).waitFor();
  await page.getByText("One system file was left out.").waitFor();
  await fillIn(page, "Dailies 4");
  await screenshot(page, "portal-filled");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "Everything has arrived" }).waitFor({ timeout: 30_000 });
  await page.getByText("A receipt was sent to ben@example.org.").waitFor();
  await screenshot(page, "portal-done");
  expect(await violations(page)).toEqual([]);
  const { sent, files } = await received(server, portal);
  expect(sent).toMatchObject({ name: "Dailies 4", sender: "ben@example.org", state: "finalized" });
  expect(files.map(({ kind, path, name, size }) => `${kind} ${path}|${name} ${size}`).sort()).toEqual([
    "directory Film|Empty 0",
    "file Film/Day 1|a.mov 40000000",
    "file Film/Day 1|b.txt 12",
    "file |loose.txt 0",
  ]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("a folder is picked, one address has run out, and the network is lost for ten seconds", async () => {
  const portal = await makePortal(server, "picked");
  const root = folder({ "Reel/one.mov": 45_000_000, "Reel/Sub/two.txt": 5 });
  const { context, page, faults } = await visitor();
  await smallChunks(page);
  let isExpired = false;
  await page.route(/partNumber=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    if (isExpired || !route.request().url().includes("partNumber=2&")) return route.continue();
    isExpired = true;
    return route.fulfill({ status: 403, headers: { "access-control-allow-origin": "*" }, body: "<Error/>" });
  });
  await page.goto(`${server.api}/p/picked`);
  await page.getByLabel("Choose a folder").last().setInputFiles(join(root, "Reel"));
  await page.getByRole("heading", { name: "2 files" }).waitFor();
  await fillIn(page, "Reel 7");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText(/^\d+ of 2 files, [1-9]/).waitFor();
  await context.setOffline(true);
  await page.getByText("You are offline.").first().waitFor();
  await screenshot(page, "portal-offline");
  expect(await violations(page)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, process.env.TONNAGE_TEST_DEEP ? 30_000 : 10_000));
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Everything has arrived" }).waitFor({ timeout: 40_000 });
  expect(isExpired).toBe(true);
  const { files } = await received(server, portal);
  expect(files.map(({ path, name, size }) => `${path}|${name} ${size}`).sort()).toEqual([
    "Reel/Sub|two.txt 5",
    "Reel|one.mov 45000000",
  ]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("a reload in the middle: the same file is picked again, and what arrived is not sent again", async () => {
  const portal = await makePortal(server, "reloaded");
  const root = folder({ "long.mov": 40_000_000 });
  const { context, page, faults } = await visitor();
  await smallChunks(page);
  const parts = partsOf(page);
  await page.goto(`${server.api}/p/reloaded`);
  await page.getByLabel("Choose files").last().setInputFiles(join(root, "long.mov"));
  await fillIn(page, "Long take");
  await slowLine(page, 8_000_000);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => parts.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/Your upload “Long take” is [1-9]\d? ?% done. Continue\?/).waitFor();
  await screenshot(page, "portal-unfinished");
  expect(await violations(page)).toEqual([]);
  const before = [...parts];
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Choose or drop the same file again.").waitFor();
  await screenshot(page, "portal-pick-again");
  await page.getByLabel("Choose files").last().setInputFiles(join(root, "long.mov"));
  await page.getByRole("heading", { name: "Everything has arrived" }).waitFor({ timeout: 40_000 });
  // Eight parts in all; none of those that had arrived came a second time.
  const again = parts.slice(before.length).filter((part) => before.includes(part));
  expect(new Set(parts).size).toBe(8);
  expect(again).toEqual([]);
  expect((await received(server, portal)).sent).toMatchObject({ name: "Long take", state: "finalized" });
  expect(faults.refused).toEqual([]);
  await context.close();
});

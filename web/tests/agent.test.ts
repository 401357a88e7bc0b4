import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAgent, type TestAgent } from "./agent";
import { linkTo, noise, screenshot, sendPackage, type TestServer, visitor } from "./harness";
import { type Stage, setStage } from "./stage";

const REEL = noise(80_000, 7);

let server: TestServer;
let stage: Stage;
let agent: TestAgent;
let folder: string;

beforeAll(async () => {
  stage = await setStage();
  ({ server, agent, folder } = stage);
  mkdirSync(join(folder, "out"));
  mkdirSync(join(folder, "watched"));
  writeFileSync(join(folder, "out/reel.mov"), REEL);
});
afterAll(() => stage.clear());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("without the right token nothing is shown; with it the light says who is signed in", async () => {
  const { context, page, faults } = await visitor();
  await page.goto(agent.address);
  const field = page.getByLabel("Token", { exact: true });
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await field.waitFor();
  expect(await page.getByRole("tab").count()).toBe(0);
  await field.fill(agent.token);
  await page.keyboard.press("Enter");
  await page.getByText("Connected as anna@example.org").waitFor();
  await page.reload();
  await page.getByText("Connected as anna@example.org").waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("the address with the token opens the page, and the token leaves the address", async () => {
  const { context, page, faults } = await visitor();
  await page.goto(`${agent.address}/#token=${encodeURIComponent(agent.token)}`);
  await page.getByText("Connected as anna@example.org").waitFor();
  expect(page.url()).not.toContain("token");
  await page.reload();
  await page.getByText("Connected as anna@example.org").waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("an upload is sent, its files are shown, and a link to it is made", async () => {
  const { page, faults, close } = await openAgent(agent);
  await button(page, "New upload").click();
  await page.getByLabel("Path 1").fill(join(folder, "out"));
  await page.getByRole("radio", { name: "With a link" }).check();
  await page.getByLabel("Package name").fill("Dailies 4");
  await button(page, "Start upload").click();
  const card = page.getByRole("listitem").filter({ hasText: "Dailies 4" });
  await card.getByText("Complete").waitFor();
  await card.getByRole("button", { name: "Details" }).click();
  await page.getByText("out/reel.mov").waitFor();
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  await page
    .getByText(/\/d\/.+secret=/)
    .or(page.locator("input[value*='secret=']"))
    .first()
    .waitFor();
  expect(faults.refused).toEqual([]);
  await close();
});

test("a link is downloaded to a folder, byte for byte", async () => {
  const sent = await sendPackage(server, "For the agent", { "b.bin": REEL });
  const { page, faults, close } = await openAgent(agent);
  await button(page, "New download").click();
  await page
    .getByLabel("Download link")
    .fill(server.api.replace("localhost", "127.0.0.1") + (await linkTo(server, sent)));
  await page.getByLabel("Destination folder").fill(join(folder, "in"));
  await button(page, "Start download").click();
  const card = page.getByRole("listitem").filter({ hasText: "For the agent" });
  await card.getByText("Complete").waitFor();
  expect(Buffer.compare(readFileSync(join(folder, "in/For the agent/b.bin")), REEL)).toBe(0);
  await screenshot(page, "agent-transfers");
  expect(faults.refused).toEqual([]);
  await close();
});

test("a watch folder is made, switched off, and taken away; limits are kept", async () => {
  const { page, faults, close } = await openAgent(agent);
  await page.getByRole("tab", { name: "Automations" }).click();
  await button(page, "New automation").click();
  await page.getByRole("radio", { name: /^Send a watched folder\s*Sends/ }).check();
  await button(page, "Continue").click();
  await page.getByLabel("Name", { exact: true }).fill("Cards");
  await page.getByLabel("Watched folder").fill(join(folder, "watched"));
  await page.getByLabel("Recipients").fill("ben@example.org");
  await screenshot(page, "agent-automation");
  await button(page, "Save").click();
  const card = page.getByRole("listitem").filter({ hasText: "Cards" });
  await card.getByText("Running").waitFor();
  await card.getByRole("switch").click();
  await card.getByText("Off").waitFor();
  await screenshot(page, "agent-automations");
  await button(page, "More actions for Cards").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No automations yet").waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Limit speed" }).first().click();
  await page.getByLabel("Up to").fill("25");
  await button(page, "Save").first().click();
  await page.getByText("Settings saved.").waitFor();
  await page.reload();
  await page.getByLabel("Up to").waitFor();
  expect(await page.getByLabel("Up to").inputValue()).toBe("25");
  expect(faults.refused).toEqual([]);
  await close();
});

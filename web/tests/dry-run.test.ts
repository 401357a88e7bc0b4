import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestAgent } from "./agent";
import { noise, screenshot, type TestServer, visitor } from "./harness";
import { type Stage, setStage } from "./stage";

let server: TestServer;
let stage: Stage;
let agent: TestAgent;
let folder: string;

beforeAll(async () => {
  stage = await setStage();
  ({ server, agent, folder } = stage);
  mkdirSync(join(folder, "cards/A001"), { recursive: true });
  mkdirSync(join(folder, "cards/B002"));
  mkdirSync(join(folder, "carpets"));
  writeFileSync(join(folder, "cards/A001/clip.mov"), noise(3_000, 1));
  writeFileSync(join(folder, "cards/A001/clip.xml"), noise(500, 2));
  writeFileSync(join(folder, "cards/B002/clip.mov"), noise(2_000, 3));
  writeFileSync(join(folder, "notes.txt"), "of no use to a watch folder");
});

afterAll(() => stage.clear());

/** What the browser proposes below a field. */
function proposals(page: Page, label: string): Promise<string[]> {
  return page
    .getByLabel(label)
    .evaluate((field) => [...((field as HTMLInputElement).list?.options ?? [])].map((option) => option.value));
}

test("a path is completed from what is there, and an automation says before what it would send", async () => {
  const { page, faults, context } = await visitor();
  await page.goto(agent.address);
  await page.getByLabel("Token", { exact: true }).fill(agent.token);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Automations" }).click();
  await page.getByRole("button", { name: "New automation" }).click();
  await page.getByRole("radio", { name: /^Send a watched folder\s*Sends/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Cards");
  await page.getByLabel("Recipients").fill("ben@example.org");

  await page.getByLabel("Watched folder").fill(join(folder, "car"));
  await expect
    .poll(() => proposals(page, "Watched folder"))
    .toEqual([join(folder, "cards/"), join(folder, "carpets/")]);
  await page.getByLabel("Watched folder").fill(`${join(folder, "cards")}/`);
  await expect
    .poll(() => proposals(page, "Watched folder"))
    .toEqual([join(folder, "cards/A001/"), join(folder, "cards/B002/")]);

  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await preview.getByRole("listitem").first().waitFor();
  const lines = await preview.getByRole("listitem").allInnerTexts();
  expect(lines.map((line) => line.split("\n")[0])).toEqual(["A001", "B002"]);
  expect(lines[0]).toContain("2 files, 3.5 kB");
  await screenshot(page, "agent-dry-run");
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Cards");

  await page.getByLabel("Watched folder").fill(join(folder, "nowhere"));
  await page.getByRole("button", { name: "Preview" }).click();
  await preview.getByRole("alert").waitFor();
  await screenshot(page, "agent-dry-run-nowhere");
  // Looking has sent nothing.
  const sent = await server.call<unknown[]>("GET", `/v1/teams/${server.team.team_id}/packages`);
  expect(sent).toEqual([]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, startServer, type TestServer, visitor } from "./harness";
import { drop, folder, makePortal } from "./portal";
import { signedIn } from "./signedIn";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** As if someone came back to the tab: the page reads again what it shows. */
async function comeBack(page: Page, path: RegExp): Promise<void> {
  const read = page.waitForResponse((response) => path.test(response.url()) && response.request().method() === "GET");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await read;
}

test("what someone else saves neither discards a draft nor is undone by it", async () => {
  const portal = await makePortal(server, "drafts");
  const { page, faults, open } = await signedIn(server);
  await page.clock.install();
  await open(`/portals/${portal}`);
  await page.getByLabel("Message").fill("Camera originals only.");
  const before = await server.call<Record<string, unknown>>("GET", `/v1.1/portals/${portal}`);
  await server.call("PUT", `/v1/portals/${portal}`, { ...before, name: "Studio South" });
  await page.clock.fastForward("10:00");
  await comeBack(page, new RegExp(`/portals/${portal}$`));
  await page.getByRole("heading", { level: 1, name: "Studio South" }).waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("Camera originals only.");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Studio South");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Portal saved.").waitFor();
  const saved = await server.call("GET", `/v1.1/portals/${portal}`);
  expect(saved).toMatchObject({ name: "Studio South", message: "Camera originals only." });
  expect(faults.refused).toEqual([]);
});

test("the settings of a Team keep what others have changed", async () => {
  const team = `/v1/teams/${server.team.team_id}`;
  const { page, faults, open } = await signedIn(server);
  await page.clock.install();
  await open("/settings");
  await page.getByLabel("Team name").fill("Harbour Film");
  await server.call("PUT", team, { free_storage_days: 21 });
  await page.clock.fastForward("10:00");
  await comeBack(page, new RegExp(`${team}$`));
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  expect(await server.call("GET", team)).toMatchObject({ name: "Harbour Film", free_storage_days: 21 });
  expect(faults.refused).toEqual([]);
});

test("unsaved changes are not left without a question", async () => {
  const portal = await makePortal(server, "unsaved");
  const { page, faults, open } = await signedIn(server);
  await open(`/portals/${portal}`);
  await page.getByLabel("Message").fill("Camera originals only.");
  const sent = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Sent" });
  await sent.click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Message").inputValue()).toBe("Camera originals only.");
  await sent.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
  expect(faults.refused).toEqual([]);
});

test("what was typed about a package is there after a look at another page", async () => {
  const { page, faults, open } = await signedIn(server);
  await open("/send");
  await page.getByLabel("Message").fill("For the edit.");
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByLabel("Tag", { exact: true }).fill("Film");
  await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Sent" }).click();
  await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
  await page.getByRole("link", { name: /^Send/ }).last().click();
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("For the edit.");
  expect(await page.getByLabel("Tag", { exact: true }).inputValue()).toBe("Film");
  const asked = page.waitForEvent("dialog");
  const left = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await left;
  expect(faults.refused).toEqual([]);
});

test("files that are dropped on any page of the console start a send", async () => {
  const root = folder({ "clip.mov": 5_000 });
  const { page, faults, open } = await signedIn(server);
  await open("/sent");
  await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
  await drop(page, [join(root, "clip.mov")]);
  await page.getByRole("heading", { level: 1, name: "Send files" }).waitFor();
  await page.getByText("1 file, 5 kB").waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("“clip.mov”: 1 file, 5 kB").waitFor();
  expect(faults.refused).toEqual([]);
});

/** Whether the page keeps a file from replacing it, and from being told at all. */
const keepsDrops = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "x.txt"));
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  });

test("a file that is dropped on a public page does not replace it", async () => {
  await makePortal(server, "coded", { has_access_code: true, access_code: "4711" });
  const { page } = await visitor();
  await page.goto(`${server.api}/p/coded`);
  await page.getByLabel("Access code").waitFor();
  expect(await keepsDrops(page)).toBe(true);
  await page.goto(`${server.api}/d/01K0000000000000000000000A`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await keepsDrops(page)).toBe(true);
});

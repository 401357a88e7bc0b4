import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeVisitors, downloaded, noise, screenshot, sendPackage, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await sendPackage(server, "Dailies day 4", { "scene/one.mov": noise(200_000, 1), "two.mov": noise(1_000, 2) });
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

describe("activities", () => {
  it("are filtered in the address, and tell their steps", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/activities?kind=download");
    await page.getByText("No results. Clear some filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    const steps = page.getByRole("dialog", { name: /Dailies day 4/ });
    await steps.getByRole("listitem").first().waitFor();
    await screenshot(page, "activity-steps");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Status/ }).click();
    await page.getByRole("checkbox", { name: "Failed" }).check();
    await page.waitForURL(/state=error/);
    await page.getByText("No results. Clear some filters.").waitFor();
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("the audit record", () => {
  it("is filtered, opened and exported whole", async () => {
    // More than one page of it.
    for (let number = 0; number < 55; number += 1) {
      await server.call("POST", `/v1/teams/${server.team.team_id}/tags`, { name: `=tag ${number}` });
    }
    const { page, faults, open, close } = await signedIn(server);
    await open("/audit");
    await page.getByLabel("Action").selectOption({ label: "Tag created" });
    await page.waitForURL(/action=tag_created/);
    await page.getByText("1–50 of 55").waitFor();
    await page.getByRole("button", { name: "Tag created" }).first().click();
    const entry = page.getByRole("dialog");
    expect(await entry.textContent()).toMatch(/[0-9a-f]{64}/);
    await screenshot(page, "audit-entry");
    await page.keyboard.press("Escape");

    const save = async (format: RegExp) => {
      await page.getByRole("button", { name: "Export" }).click();
      const bytes = await downloaded(page, () => page.getByRole("menuitem", { name: format }).click());
      return Buffer.from(bytes).toString("utf8");
    };
    const lines = JSON.parse(await save(/JSON/)) as { sequence: number; action: string }[];
    expect(lines).toHaveLength(55);
    expect(new Set(lines.map((line) => line.action))).toEqual(new Set(["tag_created"]));
    const table = await save(/CSV/);
    expect(table.trim().split("\r\n")).toHaveLength(56);
    expect(table).toContain(",'=tag 7,");

    // A bookmark may be older than the end of the list.
    await open("/audit?action=tag_created&page=9");
    await page.getByText("Page 9 of 2").waitFor();
    await page.getByText("This page is empty").waitFor();
    await screenshot(page, "audit-behind-the-end");
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByText("51–55 of 55", { exact: true }).waitFor();
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("usage", () => {
  it("is drawn for a period and written as a table", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/usage");
    await page.getByText("201 kB").first().waitFor();
    await page.getByRole("img", { name: /^Uploaded per day, .* to .*\. Highest: 201 kB/ }).waitFor();
    await page.getByRole("radio", { name: "Last 7 days" }).check();
    await page.waitForURL(/days=7/);
    await page.getByText("Show as a table").click();
    const rows = page.getByRole("table", { name: "Usage per day" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(8);
    await screenshot(page, "usage");
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("the outbox", () => {
  it("says that no mail server is set, and shows what a mail says as text", async () => {
    await server.call("POST", `/v1/teams/${server.team.team_id}/members`, { email: "ben@example.org", role: "guest" });
    const { page, faults, open, close } = await signedIn(server);
    await open("/outbox");
    await page.getByText("This server has no mail server").waitFor();
    await page
      .getByRole("row", { name: /ben@example.org/ })
      .getByRole("button")
      .click();
    const mail = page.getByRole("dialog");
    await mail.getByText(/\/invitation\?token=/).waitFor();
    await screenshot(page, "outbox-mail");
    expect(await page.locator("iframe").count()).toBe(0);
    expect(faults.refused).toEqual([]);
    await close();
  });
});

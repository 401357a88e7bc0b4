import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillSignIn, openConsole } from "./console";
import {
  closeVisitors,
  downloaded,
  noise,
  screenshot,
  sendPackage,
  startServer,
  type TestServer,
  visitor,
} from "./harness";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await sendPackage(server, "Dailies day 1", {
    "A/1.mov": noise(3_000, 1),
    "A/B/2.mov": noise(5_000, 2),
    "read me.txt": noise(10, 3),
  });
  await sendPackage(server, "Dailies day 2", { "1.mov": noise(9_000, 4) });
  await sendPackage(server, "Sound", { "1.wav": noise(100, 5) });
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** The names in the list, in their order. */
function names(page: Page): Promise<string[]> {
  return page.getByRole("table").getByRole("row").locator(".lead").allInnerTexts();
}

async function shows(page: Page, wanted: string[]): Promise<void> {
  await expect.poll(() => names(page)).toEqual(wanted);
}

describe("the list of sent packages", () => {
  it("keeps search, filters and sort in the address", async () => {
    const { page, faults } = await visitor();
    await openConsole(page, server, "/sent");
    await shows(page, ["Sound", "Dailies day 2", "Dailies day 1"]);
    await page.keyboard.press("/");
    await page.keyboard.type("dailies");
    await shows(page, ["Dailies day 2", "Dailies day 1"]);
    await page.getByRole("button", { name: "Size" }).click();
    await shows(page, ["Dailies day 1", "Dailies day 2"]);
    expect(page.url()).toBe(`${server.api}/sent?name=dailies&sort=size`);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByLabel("Created from").fill("2020-01-01");
    await screenshot(page, "console-sent-filters");
    await expect.poll(() => page.url()).toContain("created_at_start=2020-01-01");
    await page.reload();
    await shows(page, ["Dailies day 1", "Dailies day 2"]);
    await page.getByLabel("Created from").fill("2099-01-01");
    await page.getByText("No packages found").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await shows(page, ["Sound", "Dailies day 1", "Dailies day 2"]);
    expect(faults.refused).toEqual([]);
  });

  it("forgets what was ticked once it shows another list", async () => {
    const { page, faults } = await visitor();
    await openConsole(page, server, "/sent");
    await shows(page, ["Sound", "Dailies day 2", "Dailies day 1"]);
    await page.getByRole("row", { name: /Sound/ }).getByRole("checkbox").check();
    const archive = page.getByRole("button", { name: "Archive", exact: true });
    await archive.waitFor();
    await page.getByRole("searchbox").first().fill("dailies");
    await shows(page, ["Dailies day 2", "Dailies day 1"]);
    await archive.waitFor({ state: "detached" });
    expect(faults.refused).toEqual([]);
  });

  it("deletes many at once, after the number was typed, and archives them", async () => {
    for (const name of ["Old 1", "Old 2"]) await sendPackage(server, name, { "x.txt": noise(5, 6) });
    const { page } = await visitor();
    await openConsole(page, server, "/sent?name=Old");
    await shows(page, ["Old 2", "Old 1"]);
    await page.getByLabel("Select all rows on this page").check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete 2 packages?" });
    expect(await question.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
    await question.getByLabel("Type “2” to confirm").fill("2");
    await screenshot(page, "console-bulk-delete");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 packages deleted.").waitFor();
    await page.getByRole("cell", { name: "Expired" }).first().waitFor();
    await page.getByLabel("Select Old 1").check();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
    await shows(page, ["Old 2"]);
  });
});

describe("one package", () => {
  it("is renamed, tagged, given a link that can be shown again, and looked through", async () => {
    const { page, faults } = await visitor();
    await openConsole(page, server, "/sent?name=day 1");
    await page.getByRole("link", { name: "Dailies day 1" }).click();
    await page.getByRole("heading", { level: 1, name: "Dailies day 1" }).waitFor();
    await manage(page, "Rename");
    await page.getByRole("dialog").getByLabel("Name").fill("Dailies, first day");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Dailies, first day" }).waitFor();
    await manage(page, "Change tag");
    await page.getByRole("dialog").getByLabel("Tag").fill("Film");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Tag changed.").waitFor();

    await page.getByRole("button", { name: "New link" }).click();
    await page.getByRole("dialog").getByLabel("Downloads per link").fill("3");
    await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
    const address = await page.getByRole("dialog").getByRole("status", { name: "Link" }).innerText();
    expect(address).toMatch(/\/d\/\w{26}\?secret=\S+$/);
    await screenshot(page, "console-link-made");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByText(/^3 downloads · .*never used$/).waitFor();
    await page.getByRole("button", { name: "Show link" }).click();
    expect(await page.getByRole("dialog").getByRole("status", { name: "Link" }).innerText()).toBe(address);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    expect((await fetch(address.replace(/^https?:\/\/[^/]+/, server.api))).status).toBe(200);

    await page.getByRole("table", { name: "Files" }).getByRole("button", { name: "A", exact: true }).click();
    await page.getByRole("table", { name: "Files" }).getByRole("button", { name: "B", exact: true }).click();
    const bytes = await downloaded(page, () => page.getByRole("button", { name: "Download 2.mov" }).click());
    expect(Buffer.from(bytes).equals(Buffer.from(noise(5_000, 2)))).toBe(true);
    await page.getByText("Sent (3 files)").waitFor();
    await screenshot(page, "console-package");
    expect(faults.refused).toEqual([]);
  });

  it("has links that are switched off, with time to think better of it", async () => {
    const { page } = await visitor();
    await openConsole(page, server, "/sent?name=Sound");
    await page.getByRole("link", { name: "Sound" }).click();
    await page.getByRole("button", { name: "New link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByText("Link turned off.").waitFor();
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" }).click();
    await page.reload();
    await page.getByText("Off", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Turn off" }).count()).toBe(0);
  });

  it("comes back by Undo at once, and by Restore later", async () => {
    const sent = await sendPackage(server, "Deleted too early", { "x.txt": noise(5, 8) });
    const { page, faults } = await visitor();
    await openConsole(page, server, `/packages/${sent.id}`);
    const remove = async () => {
      await manage(page, "Delete");
      const question = page.getByRole("alertdialog", { name: "Delete this package?" });
      await question.getByLabel("Type “Deleted too early” to confirm").fill("Deleted too early");
      await question.getByRole("button", { name: "Delete" }).click();
      await page.getByText("1 package deleted.").waitFor();
    };
    const state = async () => {
      const path = `/v1.1/teams/${server.team.team_id}/packages/${sent.id}`;
      return (await server.call<{ state: string }>("GET", path)).state;
    };
    await remove();
    expect(await state()).toBe("expired");
    await screenshot(page, "console-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(state).toBe("finalized");

    await page.goto(`${server.api}/packages/${sent.id}`);
    await remove();
    await page.goto(`${server.api}/packages/${sent.id}`);
    await page.getByText("Restorable until").waitFor();
    await screenshot(page, "console-restore");
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("Package restored.").waitFor();
    expect(await state()).toBe("finalized");
    await page.getByText("x.txt").waitFor();
    await page
      .getByText(/^Restored by /)
      .first()
      .waitFor();
    expect(faults.refused).toEqual([]);
  });

  it("is deleted only by whoever types its name", async () => {
    const sent = await sendPackage(server, "To be deleted", { "x.txt": noise(5, 7) });
    const { page } = await visitor();
    await openConsole(page, server, `/packages/${sent.id}`);
    await manage(page, "Delete");
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Type “To be deleted” to confirm").fill("To be deleted");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
    await page.goto(`${server.api}/packages/${sent.id}`);
    await page.getByText("The files of this package were deleted.").waitFor();
  });
});

describe("a package that is being uploaded", () => {
  it("shows how far it is, as it is told", async () => {
    const one = await server.call<UploadedPackage>("POST", `/v1/teams/${server.team.team_id}/packages`, {
      name: "Waiting",
      description: "",
      recipients: [],
    });
    const auth = one.progress_channels[0]?.auth;
    const { page, faults } = await visitor();
    await openConsole(page, server, `/packages/${one.id}`);
    await page.getByText("Uploading", { exact: true }).first().waitFor();
    const told = { bytes: 250, total_bytes: 1_000, files: 1, total_files: 4, state: "uploading" };
    await server.call("POST", `/v1/channels/${auth?.channel_name}/messages?token=${auth?.token}`, told, {});
    await page.getByText("25% · 250 bytes of 1 kB · 1 of 4 files").waitFor();
    expect(faults.refused).toEqual([]);
  });
});

interface UploadedPackage {
  id: string;
  progress_channels: { auth: { channel_name: string; token: string } }[];
}

describe("sending from the browser", () => {
  it("goes on while other pages are open, and while the session has ended", async () => {
    const { page, faults } = await visitor();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${server.storage}/**`, async (route) => {
      if (route.request().method() === "PUT") await isReleased;
      await route.continue();
    });
    await openConsole(page, server, "/send");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "held.bin", mimeType: "application/octet-stream", buffer: Buffer.from(noise(5_000, 10)) });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("heading", { name: "Sending held.bin" }).waitFor();
    const navigation = page.getByRole("navigation", { name: "Navigation" });
    await navigation.getByRole("link", { name: "Sent" }).click();
    await page.getByRole("link", { name: "Sending: 0%" }).waitFor();
    // The list must be there, or its own request would be refused before the press below.
    await page.getByRole("table").waitFor();
    const signedIn = { email: server.team.email, password: server.team.password };
    const { token } = await server.call<{ token: string }>("POST", "/v1/auth", signedIn, {});
    await server.call("POST", "/v1/auth/logout_all", undefined, { "x-user-token": token });
    await navigation.getByRole("link", { name: "Received" }).click();
    await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
    release();
    await fillSignIn(page, server.team.email, server.team.password);
    await page.getByRole("heading", { level: 1, name: "Received" }).waitFor();
    await page.getByRole("link", { name: /^Send/ }).last().click();
    await page.getByText("“held.bin”: 1 file, 5 kB").waitFor();
    expect(faults.refused).toEqual([]);
  });

  it("sends a folder and a file, makes a link, and the bytes are the same", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tonnage-send-"));
    const big = noise(12_000_000, 8);
    mkdirSync(join(folder, "Day 4/B"), { recursive: true });
    writeFileSync(join(folder, "Day 4/B/clip.mov"), big);
    writeFileSync(join(folder, "Day 4/note.txt"), "two cameras");
    writeFileSync(join(folder, "Day 4/.DS_Store"), "x");
    writeFileSync(join(folder, "loose.bin"), noise(2_000, 9));
    const { page, faults } = await visitor();
    await openConsole(page, server, "/send");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Add files first.").waitFor();
    await page.locator('input[type="file"]').nth(1).setInputFiles(join(folder, "Day 4"));
    await page.locator('input[type="file"]').nth(0).setInputFiles(join(folder, "loose.bin"));
    await page.getByText("3 files, 12 MB").waitFor();
    await page.getByText("1 system file skipped").waitFor();
    await page.getByLabel("Message").fill("For the edit.");
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByLabel("Tag", { exact: true }).fill("Film");
    await screenshot(page, "console-send");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Your package is ready.").waitFor();
    await screenshot(page, "console-send-done");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
    await page.getByRole("dialog").getByRole("status", { name: "Link" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Show package" }).click();
    await page.getByRole("heading", { level: 1, name: "Day 4" }).waitFor();
    await page.getByText("For the edit.").waitFor();
    await page.getByRole("table", { name: "Files" }).getByRole("button", { name: "Day 4" }).click();
    await page.getByRole("table", { name: "Files" }).getByRole("button", { name: "B", exact: true }).click();
    const bytes = await downloaded(page, () => page.getByRole("button", { name: "Download clip.mov" }).click());
    expect(Buffer.from(bytes).equals(Buffer.from(big))).toBe(true);
    expect(faults.refused).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

async function manage(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Manage" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

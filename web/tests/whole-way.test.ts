import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "./console";
import { closeVisitors, downloaded, screenshot, startServer, type TestServer, visitor } from "./harness";
import { drop, folder, partsOf, tenSecondsOffline } from "./portal";
import { downloadPageIn, MailSink } from "./smtp";
import { entriesOf } from "./zip";

const RECIPIENT = "cleo@example.org";
const PASSWORD = "Sesame öffne dich";
const FILES = { "Film/Day 1/a.mov": 60_000_000, "Film/Day 1/b.txt": 12, "Film/Day 2/c.mov": 9_000_000 };

let server: TestServer;
let mails: MailSink;

beforeAll(async () => {
  mails = await MailSink.start();
  server = await startServer({ TONNAGE_MAIL__SMTP_URL: mails.url });
});
afterAll(async () => {
  await closeVisitors();
  await server.stop();
  mails.stop();
});

/** The Portal as its owner makes it, by hand: a name, who is told, a password, a question. */
async function makePortal(page: Page): Promise<string> {
  await openConsole(page, server, "/portals");
  await page.getByRole("button", { name: "Create Portal" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Rushes");
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  const link = (await dialog.locator("code").first().textContent()) ?? "";
  await page.getByRole("link", { name: "Customize" }).click();
  await page.getByLabel("Notify by email").fill(RECIPIENT);
  await page.keyboard.press("Enter");
  await page.getByLabel("Require a download password").check();
  await page.getByLabel("Download password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Portal saved.").waitFor();
  await page.getByRole("link", { name: "Create form" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Delivery");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("menuitem", { name: "Short text" }).click();
  await page.getByLabel("Question").fill("Which camera?");
  await page.getByLabel("Input").selectOption("required");
  await page.getByRole("button", { name: "Add to Portal" }).click();
  await page.getByText("Form saved.").waitFor();
  return link;
}

/** A line on which the upload lasts long enough to be interrupted. */
async function slowLine(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const line = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 5_000_000 };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", line);
}

const percent = (page: Page) => page.getByRole("progressbar", { name: "Total upload progress" });

async function beyond(page: Page, share: number): Promise<void> {
  const bar = percent(page);
  await expect.poll(() => bar.evaluate((each: HTMLProgressElement) => each.value / each.max)).toBeGreaterThan(share);
}

/** Sends a folder, loses the network for ten seconds, reloads in the middle, and goes on. */
async function send(link: string, root: string): Promise<number> {
  const { context, page, faults } = await visitor();
  const parts = partsOf(page);
  await page.goto(link);
  await page.getByLabel("Which camera?").fill("A");
  await page.getByLabel("Your email address").fill("ben@example.org");
  await page.getByLabel("Package name").fill("Dailies 4");
  await drop(page, [join(root, "Film")]);
  await page.getByRole("heading", { name: "3 files" }).waitFor();
  await slowLine(context, page);
  // One part does not get through before the reload, so that the upload cannot be complete by then.
  await page.route(/partNumber=2(&|$)/, () => undefined);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await beyond(page, 0.15);
  await context.setOffline(true);
  await page.getByText(/You are offline.*Retrying/).waitFor();
  await screenshot(page, "whole-way-offline");
  await tenSecondsOffline(page);
  await context.setOffline(false);
  await slowLine(context, page);
  await beyond(page, 0.4);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByText(/Your upload “Dailies 4” is \d+ % done|Your upload “Dailies 4” is \d+% done/).waitFor();
  await screenshot(page, "whole-way-continue");
  await page.getByRole("button", { name: "Continue" }).click();
  // A browser that still holds the right to read the folder goes on by itself; any other asks for it once more.
  const again = page.getByText("Parts already sent are not sent twice");
  const arrived = page.getByRole("heading", { name: "All files sent" });
  await again.or(arrived).first().waitFor();
  if (await again.isVisible()) await drop(page, [join(root, "Film")]);
  await arrived.waitFor();
  await screenshot(page, "whole-way-arrived");
  expect(faults.refused).toEqual([]);
  await context.close();
  return parts.length;
}

test("from the making of a Portal to the very bytes at the recipient", async () => {
  const owner = await visitor({ permissions: ["clipboard-read", "clipboard-write"] });
  const link = await makePortal(owner.page);
  const root = folder(FILES);
  await send(link, root);
  const page = downloadPageIn(await mails.to(RECIPIENT));
  const recipient = await visitor();
  await recipient.page.goto(server.api + page);
  await recipient.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await recipient.page.getByRole("button", { name: "Open" }).click();
  await recipient.page.getByRole("heading", { name: "Dailies 4" }).waitFor();
  await screenshot(recipient.page, "whole-way-download");
  const one = await downloaded(recipient.page, () =>
    recipient.page.getByRole("button", { name: "Download c.mov" }).click(),
  );
  expect(Buffer.compare(one, readFileSync(join(root, "Film/Day 2/c.mov")))).toBe(0);
  const zip = await downloaded(recipient.page, () =>
    recipient.page.getByRole("button", { name: /^Download all/ }).click(),
  );
  const entries = entriesOf(zip);
  for (const path of Object.keys(FILES)) {
    expect(entries.get(path) === readFileSync(join(root, path)).toString("hex"), basename(path)).toBe(true);
  }
  await owner.page.goto(`${server.api}/received`);
  await owner.page.getByRole("link", { name: "Dailies 4" }).click();
  await owner.page.getByText("Which camera?").waitFor();
  await screenshot(owner.page, "whole-way-received");
  expect(owner.faults.refused.concat(recipient.faults.refused)).toEqual([]);
});

import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { closeVisitors, screenshot, startServer, type TestServer, visitor } from "./harness";
import {
  drop,
  folder,
  makePortal,
  notedParts,
  partsOf,
  received,
  slowLine,
  smallChunks,
  tenSecondsOffline,
} from "./portal";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your email address").fill("ben@example.org");
  await page.getByLabel("Package name").fill(name);
}

test("a folder is dropped beside the card and arrives as it was", async () => {
  const portal = await makePortal(server, "dropped", {
    message: "Please send your dailies.\nThank you!",
    primary_color: "#0b7a75",
  });
  const root = folder({
    "Film/Day 1/a.mov": 6_000_000,
    "Film/Day 1/b.txt": 12,
    "Film/Empty/": 0,
    "Film/.DS_Store": 6,
    "loose.txt": 0,
  });
  const { context, page, faults } = await visitor();
  const sums: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sums.push(request.headers()["x-amz-checksum-crc64nvme"]);
  });
  await page.goto(`${server.api}/p/dropped`);
  await page.getByRole("heading", { name: "Send files to Studio North" }).waitFor();
  await screenshot(page, "portal-choosing");
  await drop(page, [join(root, "Film"), join(root, "loose.txt")]);
  await page.getByRole("heading", { name: "3 files" }).waitFor();
  await page.getByText("1 system file was skipped.").waitFor();
  await fillIn(page, "Dailies 4");
  await screenshot(page, "portal-filled");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "All files sent" }).waitFor();
  await page.getByText("We sent a receipt to ben@example.org.").waitFor();
  await screenshot(page, "portal-done");
  expect(await violations(page)).toEqual([]);
  // Storage verifies every byte against what the page has summed up.
  expect(sums.length).toBeGreaterThanOrEqual(3);
  expect(sums.every((sum) => sum?.length === 12)).toBe(true);
  const { sent, files } = await received(server, portal);
  expect(sent).toMatchObject({ name: "Dailies 4", sender: "ben@example.org", state: "finalized" });
  expect(files.map(({ kind, path, name, size }) => `${kind} ${path}|${name} ${size}`).sort()).toEqual([
    "directory Film|Empty 0",
    "file Film/Day 1|a.mov 6000000",
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
  let begun = 0;
  let lose = () => {};
  const isLost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route(/partNumber=/, async (route) => {
    // Three parts may arrive. The others wait, so that the network is lost in the middle however fast the machine is.
    begun += 1;
    if (begun > 3) await isLost;
    if (isExpired || !route.request().url().includes("partNumber=2&")) return route.continue();
    isExpired = true;
    return route.fulfill({ status: 403, headers: { "access-control-allow-origin": "*" }, body: "<Error/>" });
  });
  await page.goto(`${server.api}/p/picked`);
  await page.getByLabel("Select a folder").last().setInputFiles(join(root, "Reel"));
  await page.getByRole("heading", { name: "2 files" }).waitFor();
  await fillIn(page, "Reel 7");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText(/^\d+ of 2 files, [1-9]/).waitFor();
  await context.setOffline(true);
  lose();
  await page.getByText("You are offline.").first().waitFor();
  await screenshot(page, "portal-offline");
  expect(await violations(page)).toEqual([]);
  await tenSecondsOffline(page);
  // After thirty seconds it tries although the browser says that there is no network.
  if (process.env.TONNAGE_TEST_DEEP) await page.waitForEvent("requestfailed");
  await context.setOffline(false);
  await page.getByRole("heading", { name: "All files sent" }).waitFor();
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
  await page.getByLabel("Select files").last().setInputFiles(join(root, "long.mov"));
  await fillIn(page, "Long take");
  await slowLine(page, 8_000_000);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => parts.length).toBeGreaterThanOrEqual(3);
  const before = [...parts];
  // The page notes what has arrived a moment later.
  await expect.poll(() => notedParts(page)).toEqual(expect.arrayContaining(before));
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/Your upload “Long take” is [1-9]\d? ?% done. Continue\?/).waitFor();
  await screenshot(page, "portal-unfinished");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Select or drop the same file again.").waitFor();
  await screenshot(page, "portal-pick-again");
  await page.getByLabel("Select files").last().setInputFiles(join(root, "long.mov"));
  await page.getByRole("heading", { name: "All files sent" }).waitFor();
  // Eight parts in all; none of those that had arrived came a second time.
  const again = parts.slice(before.length).filter((part) => before.includes(part));
  expect(new Set(parts).size).toBe(8);
  expect(again).toEqual([]);
  expect((await received(server, portal)).sent).toMatchObject({ name: "Long take", state: "finalized" });
  expect(faults.refused).toEqual([]);
  await context.close();
});

const FIELDS = [
  { name: "title", label: "Title", type: "package_name", visibility: "required" },
  { name: "about", label: "About", type: "package_description", visibility: "optional" },
  { name: "from", label: "From", type: "sender_email", visibility: "required" },
  { name: "scene", label: "Scene", type: "short_text", visibility: "required" },
  { name: "notes", label: "Notes", type: "long_text", visibility: "optional" },
  { name: "take", label: "Take", type: "number", visibility: "required" },
  { name: "shot", label: "Shot on", type: "date", visibility: "required" },
  { name: "page", label: "Page", type: "url", visibility: "optional" },
  { name: "contact", label: "Contact", type: "email", visibility: "optional" },
  { name: "camera", label: "Camera", type: "dropdown", visibility: "required", options: ["A", "B"] },
  { name: "format", label: "Format", type: "radio", visibility: "required", options: ["ProRes", "Raw"] },
  { name: "extras", label: "Extras", type: "checkbox", visibility: "optional", options: ["Sound", "Stills"] },
  { name: "rights", label: "I hold the rights", type: "checkbox", visibility: "required" },
  { name: "project", label: "Project", type: "short_text", visibility: "readonly", default_value: "North" },
  { name: "source", label: "Source", type: "short_text", visibility: "hidden", default_value: "page" },
].map((field, position) => ({ ...field, position }));

test("a form with every type of field, behind an access code and terms", async () => {
  const terms = { title: "House rules", description: "Be kind.", checkbox_label: "I agree", checkbox_url: "" };
  const more = {
    has_access_code: true,
    access_code: "ünlock 7",
    terms_of_service_enabled: true,
    terms_of_service: terms,
  };
  const portal = await makePortal(server, "form", more, FIELDS);
  const { context, page, faults } = await visitor();
  await page.goto(`${server.api}/p/form`);
  await page.getByLabel("Access code").fill("wrong");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Wrong access code.").waitFor();
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "portal-code");
  await page.getByLabel("Access code").fill("ünlock 7");
  await page.getByRole("button", { name: "Continue" }).click();
  await page
    .getByLabel("Select files")
    .last()
    .setInputFiles(join(folder({ "a.txt": 3 }), "a.txt"));
  await page.getByLabel("From").fill("ben");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Check 9 fields.").waitFor();
  expect(await page.getByLabel("Title").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Project").inputValue()).toBe("North");
  expect(await page.getByLabel("Source").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "portal-form-mistakes");
  const typed = {
    Title: "Scene 12",
    From: "ben@example.org",
    Scene: "12b",
    Take: "3",
    "Shot on": "2026-11-15",
    Notes: "Windy",
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: false }).first().fill(text);
  await page.getByLabel("Camera").selectOption("B");
  await page.getByLabel("Raw").check();
  await page.getByLabel("Stills").check();
  await page.getByLabel("I hold the rights").check();
  await page.getByLabel("I agree").check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "All files sent" }).waitFor();
  const { sent } = await received(server, portal);
  expect(sent).toMatchObject({ name: "Scene 12", sender: "ben@example.org" });
  const token = { "x-package-token": sent.access_token };
  const answers = await server.call<{ fields: { name: string; value: string }[] }>(
    "GET",
    `/v1/packages/${sent.id}/metadata`,
    undefined,
    token,
  );
  const value = (name: string) => answers.fields.find((field) => field.name === name)?.value;
  const names = ["scene", "take", "shot", "camera", "format", "extras", "rights", "project", "source"];
  expect(names.map(value)).toEqual(["12b", "3", "2026-11-15", "B", "Raw", "Stills", "true", "North", "page"]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("rules are told before, refused files do not stop the others, and typed text survives a reload", async () => {
  const rules = {
    package_size_restriction_enabled: true,
    max_file_count: 2,
    max_file_size: 1_000,
    file_type_restriction_enabled: true,
    file_types: [".mov", ".txt"],
    disable_upload_receipt: true,
  };
  const portal = await makePortal(server, "rules", rules);
  const { context, page, faults } = await visitor();
  await page.goto(`${server.api}/p/rules`);
  for (const rule of ["Up to 2 files", "Each file up to 1 kB", "Allowed: .mov .txt"])
    await page.getByText(rule).waitFor();
  await fillIn(page, "Kept");
  await page.reload();
  expect(await page.getByLabel("Package name").inputValue()).toBe("Kept");
  const root = folder({ "a.mov": 10, "b.exe": 10, "c.txt": 2_000, "d.txt": 10, "e.txt": 10 });
  const paths = ["a.mov", "b.exe", "c.txt", "d.txt", "e.txt"].map((name) => join(root, name));
  await page.getByLabel("Select files").last().setInputFiles(paths);
  for (const reason of ["this file type is not allowed", "the file is too large", "too many files"]) {
    await page.getByText(reason).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  await screenshot(page, "portal-refused");
  await page.getByRole("button", { name: "Remove 3 refused files" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("No receipt is sent by email.").waitFor();
  expect((await received(server, portal)).files.map(({ name }) => name).sort()).toEqual(["a.mov", "d.txt"]);
  await page.getByRole("button", { name: "Send more files" }).click();
  await page.getByText("Select at least one file to send.").waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("an address without a Portal says what to do", async () => {
  const { context, page, faults } = await visitor();
  await page.goto(`${server.api}/p/nobody-is-here`);
  await page.getByRole("heading", { name: "This upload page isn’t available" }).waitFor();
  await page.getByText("Check the address").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("the keyboard is enough", async () => {
  const portal = await makePortal(server, "keys");
  const { context, page, faults } = await visitor();
  const path = join(folder({ "k.txt": 5 }), "k.txt");
  // Before the first key, because the browser is told of it only then.
  page.on("filechooser", (chooser) => void chooser.setFiles(path));
  await page.goto(`${server.api}/p/keys`);
  await page.getByRole("button", { name: "Select files" }).waitFor();
  const tabTo = async (name: string) => {
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement | null;
        return at?.labels?.[0]?.textContent ?? at?.textContent ?? "";
      });
      if (label.startsWith(name)) return;
    }
    throw new Error(`the keyboard does not lead to ${name}`);
  };
  await tabTo("Select files");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "1 file" }).waitFor();
  await tabTo("Your email address");
  await page.keyboard.type("ben@example.org");
  await tabTo("Package name");
  await page.keyboard.type("By keys");
  await tabTo("Send");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All files sent" }).waitFor();
  expect((await received(server, portal)).sent.name).toBe("By keys");
  expect(faults.refused).toEqual([]);
  await context.close();
});

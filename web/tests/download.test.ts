import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeVisitors,
  downloaded,
  linkTo,
  noise,
  screenshot,
  sendPackage,
  startServer,
  type TestServer,
  visitor,
} from "./harness";
import { entriesOf } from "./zip";

const FILES = {
  "call sheet.pdf": noise(3000, 1),
  "shoot/day 1/A001.mov": noise(70_000, 2),
  "shoot/day 1/A002.mov": noise(50_000, 3),
  "shoot/day 10/B001.mov": noise(9000, 4),
  "notes/<img src=x onerror=alert(1)>.txt": noise(10, 5),
};

let server: TestServer;
let sent: { id: string; access_token: string };

beforeAll(async () => {
  server = await startServer();
  sent = await sendPackage(server, "Dailies 4", FILES);
});
afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

async function opened(path: string, options: Parameters<typeof visitor>[0] = {}) {
  const all = await visitor(options);
  await all.page.goto(server.api + path);
  return all;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** How often the link has been downloaded, as its owner sees it. */
async function timesLeft(path: string): Promise<number | null> {
  const [, id, secret] = /\/d\/([^?]+)\?secret=(.*)/.exec(path) ?? [];
  const body = await server.call<{ downloads_left?: number | null }>(
    "GET",
    `/v1/links/${id}?secret=${secret}`,
    undefined,
    {},
  );
  return body.downloads_left ?? null;
}

test("a password, first wrong, then right, leads to the files and their very bytes", async () => {
  const path = await linkTo(server, sent, { password: "Sesame öffne" });
  const { context, page, faults } = await opened(path);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("sesame");
  await button(page, "Open").click();
  await page.getByText("Wrong password").waitFor();
  expect(await field.inputValue()).toBe("sesame");
  await screenshot(page, "download-password");
  await field.fill("Sesame öffne");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Dailies 4" }).waitFor();
  await page.getByText("Sent by anna@example.org").waitFor();
  await page.getByText("Two cameras.").waitFor();
  const bytes = await downloaded(page, () => button(page, "Download A001.mov").click());
  expect(Buffer.compare(bytes, FILES["shoot/day 1/A001.mov"])).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Dailies 4" }).waitFor();
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("the secret leaves the address bar and is told to nobody", async () => {
  const path = await linkTo(server, sent);
  const secret = path.split("secret=")[1] ?? "";
  const { context, page, faults } = await visitor();
  const told: string[] = [];
  page.on("request", (request) => {
    const isFirst = request.isNavigationRequest() && request.url().includes("/d/");
    if (!isFirst && request.url().includes(secret)) told.push(request.url());
    if (request.headers().referer) told.push(`Referer ${request.headers().referer}`);
  });
  await page.goto(server.api + path);
  await button(page, /^Download all/).waitFor();
  expect(page.url()).not.toContain("secret");
  expect(await page.title()).not.toContain(secret);
  await downloaded(page, () => button(page, "Download call sheet.pdf").click());
  await page.reload();
  await button(page, /^Download all/).waitFor();
  expect(told).toEqual([]);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("all at once, a selection and a single ticked file", async () => {
  const path = await linkTo(server, sent);
  const { context, page, faults } = await opened(path);
  const whole = await downloaded(page, () => button(page, /^Download all/).click());
  expect(entriesOf(whole)).toEqual(
    new Map(Object.entries(FILES).map(([name, bytes]) => [name, Buffer.from(bytes).toString("hex")])),
  );
  await page.getByLabel("Select day 1", { exact: true }).check();
  await page.getByText(/2 files selected/).waitFor();
  const some = await downloaded(page, () => button(page, "Download selected").click());
  expect([...entriesOf(some).keys()].sort()).toEqual(["shoot/day 1/A001.mov", "shoot/day 1/A002.mov"]);
  await page.getByLabel("Select A002.mov").uncheck();
  expect(await page.getByLabel("Select shoot").evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  const one = await downloaded(page, () => button(page, "Download selected").click());
  expect(Buffer.compare(one, FILES["shoot/day 1/A001.mov"])).toBe(0);
  await page.getByLabel("Search files").fill("b001");
  await page.getByText("1 file found").waitFor();
  expect(await page.getByRole("row").count()).toBe(3);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("opening and looking cost nothing; the limit is told when it is reached", async () => {
  const path = await linkTo(server, sent, { access_limit: 1 });
  const first = await opened(path);
  await first.page.getByText("1 download left").waitFor();
  const second = await opened(path);
  await button(second.page, /^Download all/).waitFor();
  expect(await timesLeft(path)).toBe(1);
  await downloaded(first.page, () => button(first.page, "Download A001.mov").click());
  // The same visitor goes on, also after a reload.
  await first.page.reload();
  await downloaded(first.page, () => button(first.page, "Download A002.mov").click());
  await button(second.page, /^Download all/).click();
  await second.page.getByRole("heading", { name: "Download limit reached" }).waitFor();
  await second.page.getByText("Ask anna@example.org for a new link").waitFor();
  await screenshot(second.page, "download-used-up");
  const third = await opened(path);
  await third.page.getByRole("heading", { name: "Download limit reached" }).waitFor();
  for (const { context } of [first, second, third]) await context.close();
});

test("every dead end has words and a next step", async () => {
  const gone = await sendPackage(server, "Gone", { a: noise(5, 1) });
  const expired = await linkTo(server, gone);
  await server.call("DELETE", `/v1/packages/${gone.id}`, undefined, { "x-package-token": gone.access_token });
  const good = await linkTo(server, sent);
  const off = await linkTo(server, sent, { active: false });
  const ends: [string, string, string][] = [
    [expired, "These files are no longer available", "for a new one"],
    [`${good}x`, "This link doesn’t work", "Copy the whole link"],
    [good.replace(/\?.*/, ""), "This link is incomplete", "Open it from the message"],
    [off, "These files are not ready", "Try again later"],
  ];
  for (const [path, title, step] of ends) {
    const { context, page, faults } = await opened(path);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText(step).waitFor();
    expect(await page.getByText("404").count()).toBe(0);
    expect(faults.refused).toEqual([]);
    await context.close();
  }
});

test("a link that is withdrawn while its page is open says so; a lost network is waited for", async () => {
  const path = await linkTo(server, sent);
  const { context, page } = await opened(path);
  await button(page, /^Download all/).waitFor();
  await context.setOffline(true);
  await button(page, "Download A001.mov").click();
  await page.getByText("Could not reach the server").waitFor();
  await context.setOffline(false);
  const id = /\/d\/([^?]+)/.exec(path)?.[1];
  await server.call("DELETE", `/v1/packages/${sent.id}/links/${id}`, undefined, {
    "x-package-token": sent.access_token,
  });
  await button(page, "Download A001.mov").click();
  await page.getByRole("heading", { name: "This link was turned off" }).waitFor();
  await context.close();
});

test("one save runs at a time, and is not lost for another", async () => {
  const { context, page, faults } = await visitor();
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${server.storage}/**`, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(server.api + (await linkTo(server, sent)));
  const save = button(page, "Save to a folder…").first();
  await save.click();
  await button(page, "Pause").waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  release();
  await page.getByText("All files that could be saved").first().waitFor();
  await expect.poll(() => save.isDisabled()).toBe(false);
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("a reload while the server cannot answer does not cost another download", async () => {
  const { context, page } = await visitor();
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/open")) opened += 1;
  });
  await page.goto(server.api + (await linkTo(server, sent)));
  await downloaded(page, () => button(page, "Download A001.mov").click());
  await page.route("**/v1/packages/*/files", (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
  await page.reload();
  await button(page, "Retry").click();
  await button(page, "Download A001.mov").waitFor();
  expect(opened).toBe(1);
  await context.close();
});

test("a whole package is saved into a folder, and a second time nothing is fetched twice", async () => {
  const { context, page, faults } = await visitor();
  // The dialog of the system cannot be driven; the browser's own private folder is written in the same way.
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  let fetched = 0;
  page.on("request", (request) => {
    if (request.url().startsWith(server.storage) && request.method() === "GET") fetched += 1;
  });
  await page.goto(server.api + (await linkTo(server, sent)));
  for (const _time of ["first", "second"]) {
    await button(page, "Save to a folder…").click();
    await page.getByText("All files that could be saved").first().waitFor();
    await button(page, "Close").click();
  }
  expect(fetched).toBe(Object.keys(FILES).length);
  const saved = await page.evaluate(async () => {
    const found: Record<string, number[]> = {};
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${path}${name}/`);
        else if (handle instanceof FileSystemFileHandle)
          found[path + name] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
      }
    };
    await walk(await navigator.storage.getDirectory(), "");
    return found;
  });
  const expected = Object.entries(FILES).map(([name, bytes]) => [name.replace(/[<>]/g, "_"), [...bytes]]);
  expect(saved).toEqual(Object.fromEntries(expected));
  expect(faults.refused).toEqual([]);
  await context.close();
});

test("by keyboard alone: password, tree, ticks, download", async () => {
  const path = await linkTo(server, sent, { password: "keys" });
  const { context, page } = await opened(path);
  await page.getByLabel("Password", { exact: true }).waitFor();
  await page.keyboard.type("keys");
  await page.keyboard.press("Enter");
  await page.getByRole("treegrid").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  for (let presses = 0; presses < 12 && !(await focused()).startsWith("notes"); presses += 1)
    await page.keyboard.press("Tab");
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  expect(await focused()).toContain("A001.mov");
  await page.keyboard.press("Space");
  await page.getByText(/1 file selected/).waitFor();
  const bytes = await downloaded(page, () => page.keyboard.press("Enter"));
  expect(Buffer.compare(bytes, FILES["shoot/day 1/A001.mov"])).toBe(0);
  await context.close();
});

test("two thousand files stay quick", async () => {
  const { page, context } = await visitor();
  const path = await linkTo(server, sent);
  await page.route("**/v1/packages/*/files", async (route) => {
    const [one] = (await (await route.fetch()).json()) as Record<string, unknown>[];
    const many = Array.from({ length: 2000 }, (_, index) => ({
      ...one,
      id: `F${index}`,
      name: `clip ${index}.mov`,
      path: `reel ${index % 20}`,
    }));
    await route.fulfill({ json: many });
  });
  await page.goto(server.api + path);
  await page.getByRole("row").first().waitFor();
  expect(await page.getByRole("row").count()).toBe(20);
  await page.getByRole("row").first().focus();
  await page.getByLabel("Select reel 0").check();
  await page.getByText("100 files selected").waitFor();
  await page.getByLabel("Search files").fill("clip");
  await page.getByText("2,000 files found").or(page.getByText("2000 files found")).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.getByRole("row").first().focus();
  const took = await page.evaluate(async () => {
    const began = performance.now();
    document.querySelector<HTMLElement>(".tree")?.scrollTo(0, 50_000);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - began;
  });
  // A promise about speed, and a loose one: a list that is drawn whole takes far longer.
  expect(took).toBeLessThan(3_000);
  await page.keyboard.press("End");
  await page.getByText("clip 1999.mov").waitFor();
  await screenshot(page, "download-many");
  await context.close();
});

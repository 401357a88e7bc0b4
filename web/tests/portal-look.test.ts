import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe";
import { closeVisitors, screenshot, startServer, type TestServer, visitor } from "./harness";
import { HANGS_AFTER } from "./limits";
import { drop, folder, makePortal, turnsOf, watchTurns } from "./portal";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const terms = {
    title: "House rules",
    description: "Be kind.\nBe brief.",
    checkbox_label: "I agree",
    checkbox_url: "",
  };
  const look = {
    message: "Please send your dailies before noon.",
    primary_color: "#ffd400",
    logo_url: "https://cdn.example/logo.svg",
    background_url: "https://cdn.example/picture.svg",
    terms_of_service_enabled: true,
    terms_of_service: terms,
  };
  const fields = [
    { name: "scene", label: "Scene", type: "short_text", visibility: "required" },
    { name: "format", label: "Format", type: "radio", visibility: "required", options: ["ProRes", "Raw"] },
  ];
  await makePortal(server, "look", look, fields);
});
afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><circle cx="24" cy="24" r="20" fill="#d1495b"/><text x="52" y="32" font-family="sans-serif" font-size="24">North</text></svg>`;
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#123c69"/><stop offset="1" stop-color="#edc7b7"/></linearGradient></defs><rect width="800" height="600" fill="url(#g)"/></svg>`;

const LOOKS = [
  ["en", "light", 1280],
  ["de", "dark", 320],
  ["en", "dark", 1280],
  ["de", "light", 320],
] as const;

test.each(LOOKS)(
  "in %s, %s, %d px wide: nothing is unreadable, cut off or out of reach",
  async (lang, scheme, width) => {
    const viewport = { width, height: 800 };
    const { context, page, faults } = await visitor({ viewport, colorScheme: scheme, hasTouch: width === 320 });
    await page.route("https://cdn.example/**", (route) => {
      const body = route.request().url().includes("logo") ? LOGO : PICTURE;
      return route.fulfill({ contentType: "image/svg+xml", body });
    });
    await page.goto(`${server.api}/p/look?lang=${lang}`);
    const names = ["A very long name of a take that nobody will ever shorten, camera B, 4444.mov", "b.txt"];
    const root = folder(Object.fromEntries(names.map((name) => [`Day 1/${name}`, 20])));
    await page.locator("input[type=file]").last().setInputFiles(join(root, "Day 1"));
    await page.getByRole("listitem").nth(1).waitFor();
    await page.locator("button[type=submit]").click();
    await page.getByRole("alert").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const small = await page
      .locator("button:visible, select:visible")
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 32).map((each) => each.outerHTML),
      );
    expect(small).toEqual([]);
    await screenshot(page, `portal-look-${lang}-${scheme}-${width}`);
    expect(faults.refused).toEqual([]);
    await context.close();
  },
);

const MANY = process.env.TONNAGE_TEST_DEEP ? 50_000 : 5_000;
test(`${MANY} files do not freeze the page`, async () => {
  await makePortal(server, "many");
  const root = folder(Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`Many/${index}.txt`, 1])));
  const { context, page, faults } = await visitor();
  await page.goto(`${server.api}/p/many`);
  await page.getByRole("button", { name: "Select files" }).waitFor();
  await watchTurns(page);
  await drop(page, [join(root, "Many")]);
  const count = new Intl.NumberFormat("en").format(MANY);
  await page.getByRole("heading", { name: `${count} files` }).waitFor({ timeout: 2 * HANGS_AFTER });
  const { longest, usual } = await turnsOf(page);
  process.stdout.write(`${MANY} files: the page waited ${usual.toFixed(0)} ms, once ${longest.toFixed(0)} ms\n`);
  // Both are promises about speed: people can scroll and type while the list fills.
  expect(usual).toBeLessThan(100);
  // A busy machine takes its own time once in a while; a page that stands still takes seconds.
  expect(longest).toBeLessThan(2_000);
  await page.getByRole("region", { name: "List of files" }).hover();
  await page.mouse.wheel(0, 100 * MANY);
  await expect.poll(() => page.getByRole("listitem").last().getAttribute("aria-posinset")).toBe(String(MANY));
  expect(await page.getByRole("listitem").count()).toBeLessThan(60);
  expect(faults.refused).toEqual([]);
  await context.close();
});

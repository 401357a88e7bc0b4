import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONSOLE_LISTS, DOORS, isSettled } from "./consolePages";
import { type Furnished, furnish, receiver } from "./furnish";
import { closeBrowser, screenshot, startServer, type TestServer, visitor } from "./harness";
import { signedIn } from "./signedIn";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

let server: TestServer;
let hooks: Awaited<ReturnType<typeof receiver>>;
let furnished: Furnished;

beforeAll(async () => {
  hooks = await receiver();
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
  furnished = await furnish(server, (field) => `Some ${field}`, { hook: hooks.url });
});

afterAll(async () => {
  await closeBrowser();
  await server.stop();
  await hooks.close();
});

interface Look {
  width: number;
  colorScheme: "light" | "dark";
}

/** Each page is seen in both languages, widths and themes; in all eight ways only when asked, for the sake of time. */
const LOOKS: Record<string, Look[]> = process.env.TONNAGE_TEST_DEEP
  ? { en: allLooks(), ja: allLooks() }
  : { en: [{ width: 1280, colorScheme: "light" }], ja: [{ width: 320, colorScheme: "dark" }] };

function allLooks(): Look[] {
  return [320, 1280].flatMap((width) => (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })));
}

/** What is wrong with the open page, in a line each; and whether it must be scrolled sideways. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return isWide ? [...told, "the page is wider than the window"] : told;
}

async function check(page: Page, path: string, language: string): Promise<string[]> {
  await page.goto(server.api + path);
  if (!(await isSettled(page))) return [`${path} ${language}: does not come to rest`];
  const found: string[] = [];
  for (const { width, colorScheme } of LOOKS[language] ?? []) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const name = `${path} ${language} ${width} ${colorScheme}`;
    found.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
    await screenshot(page, `axe${path.replaceAll(/[^a-z]+/g, "-")}-${language}-${width}-${colorScheme}`);
  }
  return found;
}

describe.each(["en", "ja"])("everyone can use the console in %s", (language) => {
  it("page by page", async () => {
    const { page, close } = await signedIn(server, { language });
    const found: string[] = [];
    for (const path of [...CONSOLE_LISTS, ...furnished.console]) found.push(...(await check(page, path, language)));
    expect(found).toEqual([]);
    await close();
  }, 400_000);

  it("and its doors", async () => {
    const { page, context } = await visitor();
    await context.addInitScript((chosen) => localStorage.setItem("tonnage.language", chosen), language);
    const found: string[] = [];
    for (const path of DOORS) found.push(...(await check(page, path, language)));
    expect(found).toEqual([]);
    await context.close();
  }, 120_000);
});

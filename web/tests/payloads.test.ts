import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONSOLE_LISTS, isSettled } from "./consolePages";
import { type Furnished, furnish, receiver } from "./furnish";
import { closeBrowser, screenshot, startServer, type TestServer } from "./harness";
import { PAYLOADS } from "./payloads";
import { signedIn } from "./signedIn";

/** Every payload stands in some field of every list. Pages about one thing are many, so all of them only when asked. */
const DETAILED = process.env.TONNAGE_TEST_DEEP ? PAYLOADS.length : 2;
/** The server probes the address of each webhook, and not for ever. */
const HOOKS = 5;

let server: TestServer;
let hooks: Awaited<ReturnType<typeof receiver>>;
const furnished: Furnished[] = [];

beforeAll(async () => {
  hooks = await receiver();
  server = await startServer({
    TONNAGE_EGRESS__ALLOW: "127.0.0.0/8",
    TONNAGE_LIMITS__PORTAL_PACKAGES_PER_HOUR: "10000",
    TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE: "10000",
  });
  for (let number = 0; number < PAYLOADS.length; number += 1) {
    const hook = number < HOOKS ? { hook: hooks.url } : {};
    furnished.push(await furnish(server, fieldsFrom(number), { number, ...hook }));
  }
}, 180_000);

afterAll(async () => {
  await closeBrowser();
  await server.stop();
  await hooks.close();
});

/** Each field of a thing gets another payload, and each thing begins elsewhere: every field meets every payload. */
function fieldsFrom(start: number): (field: string) => string {
  const seen = new Map<string, number>();
  return (field) => {
    const place = seen.get(field) ?? seen.size;
    seen.set(field, place);
    return PAYLOADS[(start + place) % PAYLOADS.length] ?? "";
  };
}

interface Watch {
  page: Page;
  open: (path: string) => Promise<void>;
  /** What ran, and what the policy had to refuse. Both must stay empty. */
  broken: string[];
  close: () => Promise<void>;
}

async function watched(): Promise<Watch> {
  const { page, open, faults, close } = await signedIn(server);
  const broken = faults.refused;
  await page.exposeFunction("canary", () => void broken.push(`a payload ran at ${page.url()}`));
  await page.exposeFunction("violated", (what: string) => void broken.push(`${what} at ${page.url()}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const tell = (window as unknown as { violated: (what: string) => void }).violated;
      tell(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { page, open, broken, close };
}

/** Elements that only a payload can have made: nothing here has handlers in its markup, or leads to a script. */
function planted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPlanted = (element: Element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith("on") ||
          (/^(href|src|action|data|srcdoc)$/.test(name) && /^\s*(javascript|data):/i.test(value)),
      ) || ["IFRAME", "OBJECT", "EMBED", "BASE", "MARQUEE"].includes(element.tagName);
    return [...document.querySelectorAll("*")].filter(isPlanted).map((element) => element.outerHTML.slice(0, 200));
  });
}

async function visit({ page, open, broken }: Watch, path: string): Promise<void> {
  await open(path);
  expect(await isSettled(page), path).toBe(true);
  expect(await planted(page), path).toEqual([]);
  expect(broken, path).toEqual([]);
}

describe("text that wants to run", () => {
  it("is only text in every list of the console", async () => {
    const watch = await watched();
    for (const path of CONSOLE_LISTS) await visit(watch, path);
    await screenshot(watch.page, "payloads-list");
    await watch.close();
  }, 120_000);

  it("is only text on the pages about one thing", async () => {
    const watch = await watched();
    for (const { console } of furnished.slice(0, DETAILED)) {
      for (const path of console) await visit(watch, path);
    }
    await watch.close();
  }, 600_000);

  it("is only text for those who send and fetch", async () => {
    const watch = await watched();
    for (const { portal, download } of furnished.slice(0, DETAILED * 4)) {
      await visit(watch, portal);
      await visit(watch, download);
    }
    await watch.close();
  }, 600_000);
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { furnishAgent, goToArea, openAgent, type TestAgent } from "./agent";
import { FARTHEST, FORMS, faultsInForms, faultsOf, wear } from "./axe";
import {
  agentOpenings,
  DOORS,
  go,
  isSettled,
  OPENINGS_OF_LISTS,
  type Opening,
  openingsOf,
  openingsOfRow,
  withOpened,
} from "./consolePages";
import { type Furnished, furnish } from "./furnish";
import { linkTo, noise, sendPackage, type TestServer, visitor } from "./harness";
import { makePortal } from "./portal";
import { signedIn, tokenOf } from "./signedIn";
import { type Stage, setStage } from "./stage";

let stage: Stage;
let server: TestServer;
let furnished: Furnished;
let folder: string;
let agent: TestAgent;

beforeAll(async () => {
  stage = await setStage();
  ({ server, agent, folder } = stage);
  furnished = await furnish(server, (field) => `Some ${field}`, { hook: stage.hook });
});

afterAll(() => stage.clear());

const [FIRST = { language: "en", width: 1280, colorScheme: "light" } as const] = FORMS;

/** Each time anew in English and wide, because things are opened by their English names. */
async function faultsOver(page: Page, opening: Opening): Promise<string[]> {
  let found: string[] = [];
  await wear(page, FIRST);
  await withOpened(page, opening, async () => {
    found = await faultsInForms(page, opening.name, formsOf(opening));
  });
  return found;
}

/**
 * What lies over a page is made of the same parts everywhere, so the farthest forms show it. A menu lies beside its
 * button and closes when the window changes, so it is seen in wide forms only.
 */
const formsOf = ({ name }: Opening) =>
  /menu|export|kinds/.test(name) ? FORMS.filter(({ width }) => width === 1280) : FARTHEST;

describe("nobody is shut out", () => {
  it("by what opens over the pages of the console", async () => {
    const { page, open, close } = await signedIn(server);
    await open("/");
    const found: string[] = [];
    const all = [OPENINGS_OF_LISTS, openingsOfRow(0), openingsOf(furnished)].flatMap((each) => Object.entries(each));
    for (const [path, openings] of all) {
      for (const opening of openings) {
        await wear(page, FIRST);
        await go(page, path);
        await faultsOver(page, opening).then(
          (faults) => found.push(...faults),
          (error) => found.push(`${path} ${opening.name} does not open: ${error}`),
        );
      }
    }
    expect(found).toEqual([]);
    await close();
  });

  it("by what is shown only once, and by the question who one is", async () => {
    const { page, open, close } = await signedIn(server);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const dialog = page.getByRole("dialog");
    const found: string[] = [];
    const look = async (name: string) => found.push(...(await faultsInForms(page, name, FARTHEST)));
    const begin = async (path: string) => {
      // The page remembers its language, so it must be English again before the next one is loaded.
      if (page.url() !== "about:blank") await wear(page, FIRST);
      await open(path);
      await wear(page, FIRST);
    };
    await begin(furnished.sent);
    await button("New link").click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByRole("status", { name: "Link" }).waitFor();
    await look("link made");
    await begin("/api-keys");
    await button("Create key").first().click();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Render farm");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await page.getByLabel("API key Render farm").waitFor();
    await look("key made");
    await begin("/portals");
    await button("Create Portal").first().click();
    await dialog.getByLabel("Name").fill("Made");
    await dialog.getByRole("button", { name: "Create and copy link" }).click();
    await dialog.getByRole("heading", { name: "Portal created" }).waitFor();
    await look("portal made");
    await begin(furnished.webhook);
    await button("More").click();
    await page.getByRole("menuitem", { name: "Replace secret" }).click();
    await button("Create new secret").click();
    await page.getByRole("status", { name: "Signing secret" }).waitFor();
    await look("secret made");
    await begin("/send");
    const files = { name: "a.mov", mimeType: "video/quicktime", buffer: Buffer.from(noise(5_000, 3)) };
    await page.locator('input[type="file"]').first().setInputFiles(files);
    await look("files to send");
    await wear(page, FIRST);
    await button("Send").click();
    await page.getByText("Your package is ready.").waitFor();
    await look("files sent");
    await begin("/sent");
    const headers = { "x-user-token": await tokenOf(server) };
    await server.call("POST", "/v1/auth/logout_all", undefined, headers);
    const received = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Received" });
    const question = page.getByRole("dialog", { name: "Please sign in again" });
    // The page may find out by itself first; then nothing behind the question can be clicked.
    await Promise.race([received.click().catch(() => undefined), question.waitFor()]);
    await question.waitFor();
    await look("session ended");
    expect(found).toEqual([]);
    await close();
  });
});

describe("nobody is shut out either", () => {
  it("of the doors, and of what strangers see", async () => {
    const sent = await sendPackage(server, "Dailies", { "shoot/day 1/a.mov": noise(900, 1), "b.mov": noise(90, 2) });
    await makePortal(server, "code", { has_access_code: true, access_code: "4711" });
    const good = await linkTo(server, sent, { access_limit: 9 });
    const paths = {
      ...Object.fromEntries(DOORS.map((door) => [`door ${door}`, door])),
      portal: furnished.portal,
      "portal with a code": "/p/code",
      "no portal": "/p/nobody",
      download: good,
      "download with a password": await linkTo(server, sent, { password: "x" }),
      "link to nothing": `${good}x`,
      "link without secret": good.replace(/\?.*/, ""),
      "link that is off": await linkTo(server, sent, { active: false }),
    };
    const found: string[] = [];
    const { page, context } = await visitor();
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(server.api + path);
      if (!(await isSettled(page))) found.push(`${name} does not come to rest`);
      found.push(...(await faultsInForms(page, name)));
    }
    expect(found).toEqual([]);
    await context.close();
  });

  it("of the agent's page", async () => {
    await furnishAgent(agent, server, (field) => `Some ${field}`, { folder, link: furnished.download });
    const { page, close } = await openAgent(agent);
    await page.getByText("Complete").first().waitFor();
    const found: string[] = [];
    for (const [area, openings] of Object.entries(agentOpenings())) {
      await goToArea(page, area);
      found.push(...(await faultsInForms(page, `agent ${area}`)));
      for (const opening of openings) found.push(...(await faultsOver(page, opening)));
    }
    expect(found).toEqual([]);
    await close();
  });
});

describe("the looking itself", () => {
  it("sees what is wrong, in words, in colours, and in width", async () => {
    const { page, context } = await visitor({ viewport: { width: 320, height: 800 } });
    const faint = "<p style='color: #aaa; background: #fff'>faint</p>";
    await page.setContent(
      `<html lang="en"><title>x</title><img src="x">${faint}<pre style="width: 999px">x</pre></html>`,
    );
    const ids = (await faultsOf(page)).map((fault) => fault.split(":")[0]);
    expect(ids).toEqual(expect.arrayContaining(["image-alt", "color-contrast", "the page is wider than the window"]));
    await context.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { furnishAgent, goToArea, openAgent, type TestAgent } from "./agent";
import {
  agentOpenings,
  CONSOLE_LISTS,
  go,
  isSettled,
  OPENINGS_OF_LISTS,
  type Opening,
  openingsOf,
  openingsOfRow,
  withOpened,
} from "./consolePages";
import { type Furnished, furnish, receiver } from "./furnish";
import { type Faults, screenshot, type TestServer, visitor } from "./harness";
import { PAYLOADS, packed } from "./payloads";
import { Sightings } from "./sightings";
import { signedIn, tokenOf } from "./signedIn";
import { type Stage, setStage } from "./stage";

/** Names hold two hundred characters, of which each field's own name takes some. */
const TEXTS = packed(170);
const NUMBERS = [...TEXTS.keys()];

const sightings = new Sightings(TEXTS);
const furnished: Furnished[] = [];
let stage: Stage;
let server: TestServer;
let folder: string;
let agent: TestAgent;

beforeAll(async () => {
  stage = await setStage({ TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE: "10000" });
  ({ server, agent, folder } = stage);
  for (const number of NUMBERS) {
    const one = await furnish(server, sightings.words(number), { number, hook: stage.hook });
    furnished.push(one);
    await furnishAgent(agent, server, sightings.words(number), { folder, link: one.download });
  }
});

afterAll(() => stage.clear());

/** Has a page tell what ran on it and what its policy had to refuse. Both must stay empty. */
async function watched(page: Page, faults: Faults): Promise<string[]> {
  const broken = faults.refused;
  await page.exposeFunction("canary", () => void broken.push(`a payload ran at ${page.url()}`));
  await page.exposeFunction("violated", (what: string) => void broken.push(`${what} at ${page.url()}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const tell = (window as unknown as { violated: (what: string) => void }).violated;
      tell(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return broken;
}

/** Elements that only a payload can have made: nothing of ours has handlers in its markup, or leads to a script. */
function planted(page: Page, html?: string): Promise<string[]> {
  return page.evaluate((given) => {
    const isScript = (value: string) => /^\s*(javascript|data:text)/i.test(value);
    const isPlanted = (element: Element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith("on") || (/^(href|src|action|data|srcdoc|content)$/.test(name) && isScript(value)),
      ) ||
      ["IFRAME", "OBJECT", "EMBED", "BASE", "MARQUEE"].includes(element.tagName) ||
      /canary|example\.invalid/.test(["SCRIPT", "STYLE"].includes(element.tagName) ? (element.textContent ?? "") : "");
    const searched = given === undefined ? document : new DOMParser().parseFromString(given, "text/html");
    const isBoot = (element: Element) => element.id === "boot" || element.getAttribute("type") === "application/json";
    return [...searched.querySelectorAll("*")]
      .filter((element) => isPlanted(element) && !isBoot(element))
      .map((element) => element.outerHTML.slice(0, 200));
  }, html);
}

interface Watch {
  page: Page;
  faults: Faults;
  broken: string[];
  close: () => Promise<void>;
}

/** An error of a script may be a payload that half succeeded. Answers that say no are no errors of scripts. */
const scriptErrors = ({ errors }: Faults) => errors.filter((error) => !error.startsWith("Failed to load resource"));

async function unharmed({ page, faults, broken }: Watch, place: string): Promise<void> {
  await sightings.look(page, place);
  expect(await planted(page), place).toEqual([]);
  expect(broken, place).toEqual([]);
  expect(scriptErrors(faults), place).toEqual([]);
}

async function inConsole(): Promise<Watch> {
  const { page, open, faults, close } = await signedIn(server, { reducedMotion: "reduce" });
  const broken = await watched(page, faults);
  await open("/");
  expect(await isSettled(page)).toBe(true);
  return { page, faults, broken, close };
}

async function visit(watch: Watch, path: string, place = path, openings: Opening[] = []): Promise<void> {
  expect(await go(watch.page, path), path).toBe(true);
  await unharmed(watch, place);
  await over(watch, openings);
}

async function over(watch: Watch, openings: Opening[] = []): Promise<void> {
  for (const opening of openings) await withOpened(watch.page, opening, () => unharmed(watch, opening.name));
}

/** The ids of all mails of the Team. */
async function allMails(): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1.1/teams/${server.team.team_id}/outbox?page=${page}`;
    const { records } = await server.call<{ records: { id: string }[] }>("GET", path);
    if (records.length === 0) return ids;
    ids.push(...records.map(({ id }) => id));
  }
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Dialogs that begin something new are the same whatever stands behind them. */
const isAboutOne = ({ name }: Opening) => !/^(new|import)/.test(name);

/** Nor do these show what stands behind them, so they are opened once. */
const isPlain = ({ name }: Opening) => /menu|expiry|kinds|new|webhook|form|received/.test(name);

/** Where others write what one reads: records, mails, and what is told about someone else's things. */
const SHOWN: Record<string, string[]> = {
  "/sent": ["package name", "tag name"],
  "/received": ["portal name", "received name", "tag name"],
  "/activities": ["agent package", "package name", "received name"],
  "/audit": ["connection name", "filter name", "key name", "package name", "portal name", "space name", "webhook name"],
  "/outbox": ["key name", "package name", "portal name", "received name"],
  mail: ["key name", "own name", "package description", "package name", "received folder", "sent folder", "team name"],
  portal: ["default value", "first option", "label of scene", "name format", "portal message", "terms description"],
  download: ["package description", "package name", "sent file", "sent folder"],
  received: ["answer", "first button", "form name", "label of show", "long answer", "received description"],
  "agent transfers": ["agent package", "agent target", "package name"],
  "agent automations": ["automation folder", "automation name", "lost folder", "lost name"],
  home: ["own name", "team name"],
};

/** Lists of which one page does not hold everything that was planted. */
const LONG = ["/audit", "/outbox", "/activities"].flatMap((path) => [2, 3, 4, 5].map((page) => [path, page] as const));

describe("text that wants to run is only text", () => {
  it("in every list of the console, and in what opens over it", async () => {
    const watch = await inConsole();
    for (const path of CONSOLE_LISTS) {
      await visit(watch, path, path, OPENINGS_OF_LISTS[path]);
      for (const row of NUMBERS) await over(watch, openingsOfRow(row)[path]);
    }
    for (const [path, page] of LONG) await visit(watch, `${path}?page=${page}`, path);
    await screenshot(watch.page, "payloads-list");
    await watch.close();
  });

  it("on the pages about one thing, and in what opens over them", async () => {
    const watch = await inConsole();
    for (const [number, one] of furnished.entries()) {
      const openings = openingsOf(one);
      for (const [kind, path] of Object.entries(one)) {
        if (kind === "portal" || kind === "download") continue;
        const opened = openings[path]?.filter((opening) => number === 0 || !isPlain(opening));
        await visit(watch, path, kind, opened);
        if (kind !== "sent" && kind !== "received") continue;
        await watch.page.getByRole("table", { name: "Files" }).getByRole("button").first().click();
        await unharmed(watch, `${kind} files`);
      }
    }
    await watch.close();
  });

  it("in the names of the Team and of oneself", async () => {
    const headers = { "x-user-token": await tokenOf(server) };
    const { team_id, user_id } = server.team;
    const watch = await inConsole();
    for (const number of NUMBERS) {
      const words = sightings.words(number);
      await server.call("PUT", `/v1/teams/${team_id}`, { name: words("team name") }, headers);
      await server.call("PUT", `/v1/users/${user_id}`, { name: words("own name") }, headers);
      await server.call("POST", `/v1/teams/${team_id}/members`, { email: `late${number}@example.org`, role: "guest" });
      await watch.page.goto(server.api);
      expect(await isSettled(watch.page)).toBe(true);
      await unharmed(watch, "home");
      await visit(watch, "/settings", "settings");
      await visit(watch, "/account", "account");
      await visit(watch, "/members", "members", openingsOfRow(0)["/members"]);
    }
    await watch.close();
  });

  it("for those who send and fetch, with scripts and without", async () => {
    const { page, faults, context } = await visitor();
    const watch = { page, faults, broken: await watched(page, faults), close: () => context.close() };
    // The policy of one reply refuses the styles of another, so those are read beside it.
    const aside = await context.newPage();
    for (const { portal, download } of furnished) {
      for (const [place, path] of Object.entries({ portal, download })) {
        await page.goto(server.api + path);
        expect(await isSettled(page), path).toBe(true);
        await unharmed(watch, place);
        const html = await (await fetch(server.api + path)).text();
        expect(await planted(aside, html), path).toEqual([]);
      }
    }
    await watch.close();
  });

  it("in what a provider answers", async () => {
    const provider = await receiver();
    const watch = await inConsole();
    const { page } = watch;
    expect(await go(page, "/connections/new")).toBe(true);
    await page.getByRole("link", { name: "with an endpoint and a region" }).click();
    const typed = { "Access key ID": "AKIA", "Secret key": "wrong", "Bucket or container": "dailies", Region: "eu-1" };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    await page.getByLabel("Endpoint URL").fill(provider.url);
    for (const number of NUMBERS) {
      const reason = sightings.words(number)("provider's reason");
      const code = "<Code>InvalidAccessKeyId</Code>";
      provider.answer(403, `<Error>${code}<Message>${escaped(reason)}</Message></Error>`);
      await page.getByRole("button", { name: "Connect and test" }).click();
      await page.getByText(reason).first().waitFor();
      await unharmed(watch, "provider");
    }
    await watch.close();
    await provider.close();
  });

  it("in every mail", async () => {
    const { page, faults, context } = await visitor();
    const broken = await watched(page, faults);
    const mails = await allMails();
    for (const id of mails) {
      const one = `/v1/teams/${server.team.team_id}/outbox/${id}`;
      const { html, subject } = await server.call<{ html: string; subject: string }>("GET", one);
      // No policy guards a mail: whatever would run in it runs here.
      await page.setContent(html);
      await sightings.look(page, "mail");
      expect(await planted(page), subject).toEqual([]);
    }
    expect(broken).toEqual([]);
    await context.close();
  });

  it("on the agent's page, and in what opens over it", async () => {
    const { page, faults, close } = await openAgent(agent);
    const watch = { page, faults, broken: await watched(page, faults), close };
    for (const area of Object.keys(agentOpenings())) {
      await goToArea(page, area);
      await unharmed(watch, `agent ${area}`);
      for (const number of NUMBERS) await over(watch, agentOpenings(number)[area]?.filter(isAboutOne));
    }
    await watch.close();
  });

  it("and was shown, every payload in every field", () => {
    expect(sightings.missing()).toEqual([]);
    for (const [place, fields] of Object.entries(SHOWN)) {
      expect(sightings.fieldsAt(place), place).toEqual(expect.arrayContaining(fields));
    }
  });
});

describe("text that wants to run", () => {
  it("is refused where an address, a colour, or a language must stand", async () => {
    const team = `/v1/teams/${server.team.team_id}`;
    const portal = { name: "Refused", subdomain: "refused", active: true };
    const bodies: Record<string, (payload: string) => [string, object]> = {
      logo: (logo_url) => [`${team}/portals`, { ...portal, logo_url }],
      background: (background_url) => [`${team}/portals`, { ...portal, background_url }],
      "logo with a host": (text) => [`${team}/portals`, { ...portal, logo_url: `https://example.org"${text}` }],
      terms: (checkbox_url) => [`${team}/portals`, { ...portal, terms_of_service: { title: "Terms", checkbox_url } }],
      colour: (primary_color) => [`${team}/portals`, { ...portal, primary_color }],
      language: (language) => [`${team}/portals`, { ...portal, language }],
      subdomain: (subdomain) => [`${team}/portals`, { ...portal, subdomain }],
      "who is told": (recipient) => [`${team}/portals`, { ...portal, recipients: [recipient] }],
      member: (email) => [`${team}/members`, { email, role: "member" }],
      recipient: (recipient) => [`${team}/packages`, { name: "x", description: "", recipients: [recipient] }],
      webhook: (url) => [`${team}/custom_webhooks`, { name: "x", active: true, events: [], method: "POST", url }],
    };
    const taken: string[] = [];
    for (const [field, body] of Object.entries(bodies)) {
      for (const payload of PAYLOADS) {
        const refusal = await server.call("POST", ...body(payload)).catch(String);
        if (!/: 4\d\d /.test(String(refusal))) taken.push(`${field}: ${payload}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it("is noticed where a page is careless", async () => {
    const careless = {
      markup: (text: string) => `<div>${text}</div>`,
      "double quotes": (text: string) => `<input value="${text}">`,
      "single quotes": (text: string) => `<input value='${text}'>`,
      address: (text: string) => `<a href="${text.replaceAll('"', "&quot;")}">x</a>`,
      script: (text: string) => `<script>const said = "${text}";</script>`,
      undone: (text: string) => `<div>${decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))}</div>`,
      unescaped: (text: string) => `<div>${text.replaceAll("&lt;", "<").replaceAll("&gt;", ">")}</div>`,
      parsed: (text: string) => `<div>${text.replaceAll("\\u003c", "<").replaceAll("\\u003e", ">")}</div>`,
    };
    const { page, faults, context } = await visitor();
    const broken = await watched(page, faults);
    const noticed = async (text: string) => {
      for (const write of Object.values(careless)) {
        broken.length = 0;
        await page.setContent(write(text));
        if ((await planted(page)).length + broken.length > 0) return true;
      }
      return false;
    };
    const unnoticed: string[] = [];
    for (const text of [...PAYLOADS, ...TEXTS]) if (!(await noticed(text))) unnoticed.push(text);
    // Templates of other languages than ours run nowhere here, and only their text could be seen.
    expect(unnoticed.filter((text) => !/\{|canary\(\);\/\//.test(text))).toEqual([]);
    expect(unnoticed.length).toBeLessThan(5);
    await context.close();
  });
});

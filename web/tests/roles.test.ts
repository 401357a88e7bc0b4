import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeVisitors, noise, screenshot, sendPackage, startServer, type TestServer } from "./harness";
import { joined } from "./joined";
import { makePortal } from "./portal";
import { signedIn, tokenOf } from "./signedIn";

let server: TestServer;
let portal: string;
let sent: { id: string };

beforeAll(async () => {
  server = await startServer();
  portal = await makePortal(server, "north");
  sent = await sendPackage(server, "Dailies day 4", { "one.mov": noise(1_000, 1) });
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** What stands in the navigation, in its order. */
async function navigation(page: Page): Promise<string[]> {
  const links = page.getByRole("navigation", { name: "Navigation" }).getByRole("link");
  await links.first().waitFor();
  return links.allInnerTexts();
}

/** Opens a page and waits for its title. */
async function goTo(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(server.api + path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

async function areRefused(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) await goTo(page, path, "No access");
}

/** Calls of the page that the server refused. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) found.push(pathname);
  });
  return found;
}

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });
const link = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name });

describe("a Member", () => {
  it("sends and receives, and is offered nothing that the server would refuse", async () => {
    const token = await joined(server, "mira@example.org", "Mira", "member");
    const { page, faults, close } = await signedIn(server, { token });
    const refused = refusals(page);
    await goTo(page, "/", "Welcome");
    expect(await navigation(page)).toEqual([
      ...["Overview", "Sent", "Received", "Portals", "Forms", "Teamspaces", "Tags", "Activities", "Audit log"],
    ]);
    await screenshot(page, "member-home");
    await areRefused(page, [
      "/members",
      "/settings",
      "/connections",
      "/webhooks/new",
      "/api-keys",
      "/usage",
      "/outbox",
    ]);
    await goTo(page, "/sent", "Sent");
    expect(await button(page, "Archive by date…").count()).toBe(0);
    await goTo(page, `/packages/${sent.id}`, "Dailies day 4");
    await page.getByText("No transfers to or from cloud connections yet.").waitFor();
    expect(await button(page, "Start transfer").count()).toBe(0);
    await goTo(page, "/portals", "Portals");
    await button(page, "Create Portal").first().waitFor();
    await goTo(page, `/portals/${portal}`, "Studio North");
    await page.getByRole("heading", { level: 2, name: "Branding" }).waitFor();
    await screenshot(page, "member-portal");
    await goTo(page, "/spaces", "Teamspaces");
    await page.getByText("No Teamspaces yet").waitFor();
    expect(await button(page, "Create Teamspace").count()).toBe(0);
    expect(refused).toEqual([]);
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("an Integration Manager", () => {
  it("connects places and makes keys, but changes no Portal and nobody's role", async () => {
    const token = await joined(server, "ivo@example.org", "Ivo", "integration_manager");
    const { page, faults, close } = await signedIn(server, { token });
    const refused = refusals(page);
    await goTo(page, "/", "Welcome");
    expect(await navigation(page)).toEqual([
      ...["Overview", "Sent", "Received", "Portals", "Teamspaces", "Tags"],
      ...["Cloud connections", "Filters", "Webhooks", "API keys", "Activities", "Usage", "Audit log"],
    ]);
    await areRefused(page, ["/members", "/settings", "/forms", "/outbox", `/portals/${portal}/form`]);
    await goTo(page, "/portals", "Portals");
    await page.getByRole("link", { name: "Studio North" }).waitFor();
    expect(await button(page, "Create Portal").count()).toBe(0);
    await goTo(page, `/portals/${portal}`, "Studio North");
    await page.getByRole("heading", { level: 2, name: "Overview" }).waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await link(page, "Create form").count()).toBe(0);
    await screenshot(page, "integration-manager-portal");
    await goTo(page, "/webhooks", "Webhooks");
    await link(page, "Create webhook").first().waitFor();
    await goTo(page, "/connections", "Cloud connections");
    await link(page, "Add connection").first().waitFor();
    await goTo(page, `/packages/${sent.id}`, "Dailies day 4");
    await button(page, "Start transfer").waitFor();
    await goTo(page, "/api-keys", "API keys");
    await button(page, "Create key").first().waitFor();
    expect(refused).toEqual([]);
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("a Team", () => {
  it("is handed over by typing its name; the former Owner is an Admin then", async () => {
    const token = await joined(server, "ada@example.org", "Ada", "admin");
    const { page, faults, close } = await signedIn(server);
    await goTo(page, "/members", "Members");
    const row = page.getByRole("row", { name: /Ada/ });
    await row.getByRole("button", { name: "Actions for Ada" }).click();
    await page.getByRole("menuitem", { name: "Transfer Team" }).click();
    const question = page.getByRole("alertdialog");
    const confirm = question.getByRole("button", { name: "Transfer Team" });
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByRole("textbox").fill("Film");
    await screenshot(page, "hand-over");
    await confirm.click();
    await page.getByText("Ada now owns this Team. You are an Admin.").waitFor();
    await row.getByText("Owner").waitFor();
    await row.getByRole("button", { name: "Actions for Ada" }).waitFor({ state: "detached" });
    expect(faults).toEqual({ refused: [], errors: [] });
    await close();

    const headers = { "x-user-token": token };
    const path = `/v1/teams/${server.team.team_id}/members`;
    const members = await server.call<{ email: string; role: string }[]>("GET", path, undefined, headers);
    const roles = Object.fromEntries(members.map((member) => [member.email, member.role]));
    expect(roles).toMatchObject({ "ada@example.org": "owner", [server.team.email]: "admin" });
    const former = await signedIn(server, { token: await tokenOf(server) });
    await goTo(former.page, "/members", "Members");
    await former.page.getByRole("button", { name: "Actions for Mira" }).click();
    await former.page.getByRole("menuitem", { name: "Change role" }).waitFor();
    expect(await former.page.getByRole("menuitem", { name: "Transfer Team" }).count()).toBe(0);
    await former.close();
  });
});

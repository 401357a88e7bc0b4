import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, screenshot, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

interface Portal extends Record<string, unknown> {
  id: string;
  name: string;
  subdomain: string;
}

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

async function createPortal(name: string, subdomain: string, settings: object = {}): Promise<Portal> {
  const body = { name, subdomain, active: true, ...settings };
  return server.call<Portal>("POST", `/v1/teams/${server.team.team_id}/portals`, body);
}

const readPortal = (id: string) => server.call<Portal>("GET", `/v1.1/portals/${id}`);

async function createInOneClick(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create Portal" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  await dialog.getByRole("heading", { name: "Portal created" }).waitFor();
  return (await dialog.locator("code").first().textContent()) ?? "";
}

test("a name is enough for a Portal, and a taken address is no obstacle", async () => {
  const { page, faults, open } = await signedIn(server, { permissions: ["clipboard-read", "clipboard-write"] });
  await open("/portals");
  await page.getByText("No Portals yet").waitFor();
  const link = await createInOneClick(page, "Größe Day 4");
  expect(link).toContain("grosse-day-4");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await screenshot(page, "portal-made");
  await page.getByRole("button", { name: "Close" }).click();
  expect(await createInOneClick(page, "Größe Day 4")).toContain("grosse-day-4-2");
  const answered = await fetch(`${server.api}/p/grosse-day-4`);
  expect(answered.status).toBe(200);
  expect(await answered.text()).toContain("Größe Day 4");
  await page.getByRole("link", { name: "Customize" }).click();
  await page.getByRole("heading", { level: 1, name: "Größe Day 4" }).waitFor();
  expect(faults.refused).toEqual([]);
});

test("the editor changes what it is told to, shows it beside, and keeps everything else", async () => {
  const kept = { terms_of_service_enabled: true, terms_of_service: { title: "House rules" }, language: "fr" };
  const portal = await createPortal("Editor", "editor", { ...kept, custom_expiry_days: 7 });
  const before = await readPortal(portal.id);
  const { page, faults, open } = await signedIn(server);
  await open(`/portals/${portal.id}`);
  await page.getByLabel("Message").fill("Camera originals only.");
  await page.getByLabel("Button colour").fill("#ffdd00");
  await page.getByLabel("Require an access code").check();
  await page.getByLabel("Access code", { exact: true }).fill("4711");
  await page.getByLabel("Limit file types").check();
  await page.getByLabel("File extensions").fill("mov, *.MXF");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await preview.getByText("Camera originals only.").waitFor();
  await preview.getByText("Sélectionner des fichiers").waitFor();
  const button = preview.getByText("Sélectionner des fichiers");
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(255, 221, 0)");
  expect(await button.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)");
  // Somebody else renames it meanwhile; saving here must not take that back.
  await server.call("PUT", `/v1/portals/${portal.id}`, { ...before, name: "Renamed meanwhile" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Portal saved.").waitFor();
  const after = await readPortal(portal.id);
  expect(after).toMatchObject({
    ...before,
    name: "Renamed meanwhile",
    message: "Camera originals only.",
    primary_color: "#ffdd00",
    has_access_code: true,
    access_code: "4711",
    file_type_restriction_enabled: true,
    file_types: [".mov", ".mxf"],
    updated_at: after.updated_at,
  });
  await page.getByRole("heading", { level: 1, name: "Renamed meanwhile" }).waitFor();
  await screenshot(page, "portal-editor");
  expect(faults.refused).toEqual([]);
});

test("the hour of a Portal shows how much of it is used, and warns when little is left", async () => {
  const portal = await createPortal("Busy", "busy", { max_packages_per_hour: 2 });
  const package_ = { name: "Reel", description: "", sender: "cleo@example.net" };
  const send = () => server.call("POST", `/v1/portals/${portal.id}/packages`, package_);
  await send();
  const { page, faults, open } = await signedIn(server);
  await open(`/portals/${portal.id}`);
  await page.getByText("Packages this hour: 1 of 2").waitFor();
  await page.getByText("Files and folders this hour: 0 of 1,000,000").waitFor();
  expect(await page.getByText("almost reached").count()).toBe(0);
  await send();
  await page.reload();
  await page.getByText("Packages this hour: 2 of 2").waitFor();
  expect(await page.getByText("almost reached").count()).toBe(1);
  await page.getByText("Next hour starts:").waitFor();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide, `${width} pixels`).toBe(false);
    await screenshot(page, `portal-hour-${width}`);
  }
  expect(faults.refused).toEqual([]);
});

test("what is wrong is told at its field, by us or by the server", async () => {
  await createPortal("First", "first-come");
  const portal = await createPortal("Second", "second");
  const { page, open } = await signedIn(server);
  await open(`/portals/${portal.id}`);
  const address = page.getByRole("textbox", { name: "Address", exact: true });
  await address.fill("no spaces");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Use only the letters a to z, digits and hyphens.").waitFor();
  expect(await address.evaluate((element) => element === document.activeElement)).toBe(true);
  await address.fill("first-come");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is taken: choose another").waitFor();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
});

test("a Portal is found again by its address bar, and deleted by typing its name", async () => {
  const portal = await createPortal("Findable", "findable");
  const { page, open } = await signedIn(server);
  await open("/portals?name=findab&active=on&sort=-name");
  await page.getByRole("link", { name: "Findable" }).waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByText("No Portals found").waitFor();
  expect(page.url()).toContain("name=nothing");
  await open(`/portals/${portal.id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete Portal" }).click();
  const dialog = page.getByRole("alertdialog");
  expect(await dialog.getByRole("button", { name: "Delete Portal" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("Findable");
  await dialog.getByRole("button", { name: "Delete Portal" }).click();
  await page.getByText("Portal Findable deleted.").waitFor();
  await expect(readPortal(portal.id)).rejects.toThrow("404");
});

const KINDS = [
  "Short text",
  "Long text",
  "Number",
  "Date",
  "Email address",
  "Web address",
  "Checkboxes",
  "Single choice",
  "Dropdown",
  "Package name",
  "Message",
  "Sender’s email address",
];

test("a form has fields of every kind, in the order that buttons gave them", async () => {
  const portal = await createPortal("With a form", "with-a-form");
  const { page, faults, open } = await signedIn(server);
  await open(`/portals/${portal.id}/form`);
  await page.getByRole("heading", { level: 1, name: "Form of With a form" }).waitFor();
  for (const kind of KINDS) {
    await page.getByRole("button", { name: "Add field" }).click();
    await page.getByRole("menuitem", { name: kind, exact: true }).click();
    if (kind === "Single choice" || kind === "Dropdown")
      await page.getByRole("textbox", { name: "Options" }).fill("A\nB");
  }
  // The special kinds are there once, and are offered no more.
  await page.getByRole("button", { name: "Add field" }).click();
  expect(await page.getByRole("menuitem", { name: "Sender’s email address" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  const up = page.getByRole("button", { name: "Move up: Sender’s email address" });
  await up.focus();
  for (let place = 12; place > 1; place -= 1) {
    await page.keyboard.press("Enter");
    await page.getByText(`Sender’s email address is now ${place - 1} of 12.`).waitFor({ state: "attached" });
  }
  const preview = page.getByRole("region", { name: "Preview" });
  expect(await preview.getByRole("textbox").count()).toBeGreaterThanOrEqual(6);
  await preview.getByRole("group", { name: "Single choice" }).getByText("B", { exact: true }).waitFor();
  await screenshot(page, "form-editor");
  await page.getByRole("button", { name: "Add to Portal" }).click();
  await page.getByText("Form saved.").waitFor();
  const form = await server.call<{ fields: { type: string }[] }>("GET", `/v1/portals/${portal.id}/form`);
  expect(form.fields[0]?.type).toBe("sender_email");
  expect(new Set(form.fields.map((field) => field.type)).size).toBe(12);
  expect(faults.refused).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  closeVisitors,
  linkTo,
  noise,
  screenshot,
  sendPackage,
  startServer,
  type TestServer,
  visitor,
} from "./harness";
import { makePortal, received } from "./portal";
import { signedIn } from "./signedIn";

const LOGO = "https://cdn.example/logo.svg";
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><circle cx="24" cy="24" r="20" /></svg>`;

let server: TestServer;
let portal: string;
let sent: { id: string; access_token: string };

beforeAll(async () => {
  server = await startServer();
  portal = await makePortal(server, "north", { logo_url: LOGO, primary_color: "#d40" });
  await sendPackage(asVisitorOf(portal), "Day 4", { "clip.mov": noise(1_000, 1) });
  // The visitor's token ends with the upload; links are made with that of the Team.
  ({ sent } = await received(server, portal));
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** The server as a visitor of the Portal calls it: packages are made at the Portal, and nobody is signed in. */
function asVisitorOf(id: string): TestServer {
  const team = `/v1/teams/${server.team.team_id}/packages`;
  return {
    ...server,
    call: (method, path, body, headers) =>
      path === team
        ? server.call(method, `/v1/portals/${id}/packages`, body, {})
        : server.call(method, path, body, headers),
  };
}

/** Somebody for whom the logo is there, or is gone from its host. */
async function visit(path: string, isThere: boolean) {
  const all = await visitor();
  await all.page.route("https://cdn.example/**", (route) =>
    isThere ? route.fulfill({ contentType: "image/svg+xml", body: PICTURE }) : route.fulfill({ status: 404 }),
  );
  await all.page.goto(server.api + path);
  return all;
}

test("a download page shows the logo, or the Team's name in words after the password", async () => {
  const plain = await visit(await linkTo(server, sent), true);
  await plain.page.getByRole("heading", { level: 1, name: "Day 4" }).waitFor();
  await plain.page.getByRole("banner").getByRole("img", { name: "Film" }).waitFor();
  expect(plain.faults.refused).toEqual([]);
  await plain.context.close();

  const locked = await visit(await linkTo(server, sent, { password: "Sesame" }), true);
  await locked.page.getByLabel("Password", { exact: true }).fill("Sesame");
  await locked.page.keyboard.press("Enter");
  await locked.page.getByRole("heading", { level: 1, name: "Day 4" }).waitFor();
  await locked.page.getByRole("banner").getByText("Film", { exact: true }).waitFor();
  expect(await locked.page.getByRole("banner").getByRole("img").count()).toBe(0);
  await screenshot(locked.page, "download-without-logo");
  await locked.page.reload();
  await locked.page.getByRole("banner").getByText("Film", { exact: true }).waitFor();
  expect(locked.faults.refused).toEqual([]);
  await locked.context.close();
});

test("a logo that is gone from its host leaves the Team's name, not a broken picture", async () => {
  const { page, faults, context } = await visit("/p/north", false);
  await page.getByRole("banner").getByText("Film", { exact: true }).waitFor();
  expect(await page.getByRole("banner").getByRole("img").count()).toBe(0);
  await screenshot(page, "portal-without-logo");
  expect(faults.refused).toEqual([]);
  await context.close();
});

test.each(["light", "dark"] as const)("the preview is light or dark as asked, in a %s console", async (colorScheme) => {
  const { page, open, close } = await signedIn(server, { colorScheme });
  await open(`/portals/${portal}`);
  const preview = page.getByRole("complementary", { name: "Preview" });
  const colour = () => preview.locator(".portal-preview").evaluate((shown) => getComputedStyle(shown).backgroundColor);
  await preview.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(colour).toBe("rgb(20, 22, 26)");
  await screenshot(page, `portal-preview-${colorScheme}`);
  await preview.getByRole("radio", { name: "Light" }).check();
  await expect.poll(colour).toBe("rgb(245, 246, 248)");
  await close();
});

test("the preview says why it shows the name, and asks no other host", async () => {
  const { page, faults, open, close } = await signedIn(server);
  await open(`/portals/${portal}`);
  await page.getByText("Images from other websites are not shown in the preview.").waitFor();
  const preview = page.getByRole("complementary", { name: "Preview" });
  await preview.getByText("Film", { exact: true }).waitFor();
  expect(await preview.getByRole("img").count()).toBe(0);
  await screenshot(page, "portal-preview-logo");
  expect(faults.refused).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, noise, screenshot, sendPackage, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  for (const name of ["Day 1", "Day 2", "Day 3"]) {
    const { id, access_token } = await sendPackage(server, name, { "one.mov": noise(1_000, 1) });
    // A package that is deleted has expired; the third one lives on.
    if (name !== "Day 3")
      await server.call("DELETE", `/v1/packages/${id}`, undefined, { "x-package-token": access_token });
  }
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** The states of the Team's packages by their names. */
async function states(): Promise<Record<string, string>> {
  const path = `/v1.1/teams/${server.team.team_id}/packages?status=new,finalized,expired,archived`;
  const { records } = await server.call<{ records: { name: string; state: string }[] }>("GET", path);
  return Object.fromEntries(records.map(({ name, state }) => [name, state]));
}

test("what expired in a period is archived at once, and taken back", async () => {
  const before = await states();
  expect(before).toEqual({ "Day 1": "expired", "Day 2": "expired", "Day 3": "finalized" });
  const { page, faults, open, close } = await signedIn(server);
  await open("/sent");
  const archive = async (way: RegExp, from: string, until: string, press: string) => {
    await page.getByRole("button", { name: "Archive by date…" }).click();
    const dialog = page.getByRole("dialog", { name: "Archive by date…" });
    await dialog.getByRole("radio", { name: way }).check();
    await dialog.getByLabel("Expires from").fill(from);
    await dialog.getByLabel("Expires to").fill(until);
    await screenshot(page, "archive-period");
    await dialog.getByRole("button", { name: press, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await archive(/^Archive expired/, "2020-01-01", "2020-12-31", "Archive");
  expect(await states()).toEqual(before);
  await archive(/^Archive expired/, "2020-01-01", "2099-12-31", "Archive");
  await page.getByText("2 packages archived.").waitFor();
  expect(await states()).toEqual({ "Day 1": "archived", "Day 2": "archived", "Day 3": "finalized" });
  await archive(/^Unarchive packages/, "2020-01-01", "2099-12-31", "Unarchive");
  await expect.poll(states).toEqual(before);
  expect(faults.refused).toEqual([]);
  await close();
});

test("an address with an unknown id has a heading, a title and a way on", async () => {
  const { page, faults, open, close } = await signedIn(server);
  const lists = ["packages", "portals", "spaces", "connections", "filters", "webhooks", "forms"];
  for (const [index, list] of lists.entries()) {
    // What can be no id, and what could be one.
    await open(`/${list}/${index % 2 ? "none" : "01JCS8Y6Y0000000000000000Z"}`);
    await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
    expect(await page.title()).toBe("Not found · Tonnage");
    const way = page.getByRole("main").getByRole("link").last();
    expect(await way.getAttribute("href")).toBe(list === "packages" ? "/sent" : `/${list}`);
  }
  await screenshot(page, "not-found");
  expect(faults.refused).toEqual([]);
  await close();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, downloaded, noise, screenshot, sendPackage, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

const KEYS = { client_id: "foreign-key-of-tests", client_secret: "a secret of the foreign place" };
const CLIP = noise(300_000, 3);

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

/** Another installation, whose object store is a bucket like any other for the first. */
function startForeign(): Promise<TestServer> {
  return startServer({
    TONNAGE_STORAGE__ACCESS_KEY: KEYS.client_id,
    TONNAGE_STORAGE__SECRET_KEY: KEYS.client_secret,
  });
}

/** A connection to the foreign bucket, which is tried when it is made. */
function connect(foreign: TestServer, name: string, more: Record<string, unknown>): Promise<{ id: string }> {
  const authorization = { ...KEYS, destination: "tonnage", endpoint: foreign.storage, region: "us-east-1" };
  const body = { name, provider: "vendor_h_s3", authorization, ...more };
  return server.call("POST", `/v1/teams/${server.team.team_id}/cloud_connections`, body);
}

test("a package goes to a bucket by hand, and comes back from there as another", async () => {
  const foreign = await startForeign();
  await connect(foreign, "Vault", { direction: "service_to_cloud", target_directory_id: "vault" });
  const source = await connect(foreign, "Vault, back", {
    direction: "cloud_to_service",
    source_directory_ids: ["vault"],
  });
  const sent = await sendPackage(server, "Dailies day 4", { "A/clip.mov": CLIP, "notes.txt": noise(50, 4) });
  const { page, faults, open, close } = await signedIn(server);

  await open(`/packages/${sent.id}`);
  await page.getByRole("button", { name: "Start transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Start transfer" });
  await dialog.getByRole("button", { name: "Start transfer" }).click();
  await expect.poll(() => dialog.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
  // Only places that take files are offered.
  expect(await dialog.getByRole("option").allInnerTexts()).toEqual(["Select a connection", "Vault"]);
  await dialog.getByRole("combobox").selectOption("Vault");
  await dialog.getByRole("button", { name: "Start transfer" }).click();
  const transfer = page.getByRole("listitem").filter({ hasText: "To Vault" });
  await transfer.getByText("Complete").waitFor();
  await screenshot(page, "package-transferred");

  await open(`/connections/${source.id}`);
  const files = page.getByRole("table", { name: "Files" });
  await files.getByRole("button", { name: "vault" }).click();
  const folder = files.getByRole("row").filter({ hasText: "Dailies day 4" });
  await folder.getByRole("checkbox").check();
  await screenshot(page, "connection-files");
  await page.getByRole("button", { name: /^Import/ }).click();
  await page.getByLabel("Package name").fill("Back again");
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByText("Import complete. The package is ready.").waitFor();
  await screenshot(page, "connection-imported");
  await page.getByRole("link", { name: "Open package" }).click();
  await page.getByRole("heading", { level: 1, name: "Back again" }).waitFor();
  const list = page.getByRole("table", { name: "Files" });
  await list.getByRole("button", { name: /^Dailies day 4/ }).click();
  await list.getByRole("button", { name: "A", exact: true }).click();
  const bytes = await downloaded(page, () => page.getByRole("button", { name: "Download clip.mov" }).click());
  expect(Buffer.compare(bytes, CLIP)).toBe(0);
  expect(faults.refused).toEqual([]);
  await close();
  await foreign.stop();
});

test("the test button says whether a place works, and the page why not", async () => {
  const foreign = await startForeign();
  const { id } = await connect(foreign, "Attic", {});
  const { page, faults, open, close } = await signedIn(server);
  await open(`/connections/${id}`);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("The connection works.").waitFor();
  await foreign.stop();
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("Connection failed. The reason is on this page.").waitFor();
  await page.getByRole("status").filter({ hasText: "Fix the cause" }).waitFor();
  await screenshot(page, "connection-broken");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { level: 1, name: "Cloud connections" }).waitFor();
  await page.getByText("Connection Attic deleted.").waitFor();
  expect(await page.getByRole("link", { name: "Attic" }).count()).toBe(0);
  expect(faults.refused).toEqual([]);
  await close();
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeVisitors, screenshot, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

const ofTeam = (path: string) => `/v1/teams/${server.team.team_id}/${path}`;

describe("members", () => {
  it("are invited, get another role, are invited again and removed", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/members");
    await page.getByRole("button", { name: "Invite a member" }).click();
    await screenshot(page, "members-invite");
    await page.getByLabel("Email address").fill("not an address");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect.poll(() => page.getByLabel("Email address").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Email address").fill("ben@example.org");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ben Okafor");
    await page.getByRole("radio", { name: /^Guest/ }).check();
    await page.getByRole("button", { name: "Send invitation" }).click();
    const row = page.getByRole("row", { name: /Ben Okafor/ });
    await row.getByText("Invited").waitFor();
    await row.getByText("Guest").waitFor();

    await row.getByRole("button", { name: "Actions for Ben Okafor" }).click();
    expect(await page.getByRole("menuitem", { name: "Transfer Team" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page.getByRole("radio", { name: /^Admin/ }).check();
    await page.getByRole("button", { name: "Change role" }).click();
    await row.getByText("Admin").waitFor();

    await row.getByRole("button", { name: "Actions for Ben Okafor" }).click();
    await page.getByRole("menuitem", { name: "Resend invitation" }).click();
    await page.getByText("New invitation sent to ben@example.org.").waitFor();
    await screenshot(page, "members");

    await row.getByRole("button", { name: "Actions for Ben Okafor" }).click();
    await page.getByRole("menuitem", { name: "Remove from Team" }).click();
    await page.getByRole("button", { name: "Remove from Team", exact: true }).click();
    await row.waitFor({ state: "detached" });
    const members = await server.call<{ role: string }[]>("GET", ofTeam("members"));
    expect(members.map((member) => member.role)).toEqual(["owner"]);
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("Teamspaces", () => {
  it("are made with members, renamed, emptied with time to undo it, and deleted by typing the name", async () => {
    await server.call("POST", ofTeam("members"), { email: "cleo@example.org", name: "Cleo", role: "member" });
    const { page, faults, open, close } = await signedIn(server);
    await open("/spaces");
    await page.getByText("No Teamspaces yet").waitFor();
    await page.getByRole("button", { name: "Create Teamspace" }).first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Feature film");
    await page.getByRole("button", { name: /^Members/ }).click();
    await page.getByRole("checkbox", { name: /Cleo/ }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").getByRole("button", { name: "Create Teamspace" }).click();
    await page.getByRole("heading", { level: 1, name: "Feature film" }).waitFor();

    await page.getByRole("button", { name: "Actions for Feature film" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Short film");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Short film" }).waitFor();
    await screenshot(page, "space");

    await page.getByRole("button", { name: "Remove Cleo" }).click();
    await page.getByText("No members yet.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("cleo@example.org").waitFor();

    await page.getByRole("button", { name: "Actions for Short film" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const remove = page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole("alertdialog").getByRole("textbox").fill("Short film");
    await remove.click();
    await page.getByText("No Teamspaces yet").waitFor();
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("tags", () => {
  it("are made once, and deleted unless that is undone", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/tags");
    await page.getByLabel("New tag").fill("Dailies");
    await page.getByRole("button", { name: "Create tag" }).click();
    const row = page.getByRole("row", { name: /^Dailies/ });
    await row.waitFor();
    await page.getByLabel("New tag").fill("Dailies");
    await page.getByRole("button", { name: "Create tag" }).click();
    await page.getByText("the Team has a tag of this name already").waitFor();
    await screenshot(page, "tags-refused");

    await page.getByRole("button", { name: "Delete Dailies" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    expect(await server.call("GET", ofTeam("tags"))).toHaveLength(1);

    await page.getByRole("button", { name: "Delete Dailies" }).click();
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" }).last().click();
    expect((await deleted).status()).toBe(204);
    await page.getByText("No tags yet").waitFor();
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("API keys", () => {
  it("are shown once, work, and are refused once they are switched off", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/api-keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Render farm");
    await page.getByRole("checkbox", { name: "Manage" }).uncheck();
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("API key Render farm").textContent();
    await screenshot(page, "api-key-created");
    expect(key).toMatch(/^tonnage_/);
    const status = async () => {
      const response = await fetch(`${server.api}${ofTeam("tags")}`, { headers: { "x-api-key": key ?? "" } });
      return response.status;
    };
    expect(await status()).toBe(200);
    // Neither Escape nor a press beside it may take the key away.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "I’ve saved the key" }).click();
    const row = page.getByRole("row", { name: /Render farm/ });
    await row.getByText("Read, Send, Receive").waitFor();
    expect(await page.content()).not.toContain(key);

    await row.getByRole("button", { name: "Actions for Render farm" }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await row.getByText("Off").waitFor();
    expect(await status()).toBe(401);
    await screenshot(page, "api-keys");

    await row.getByRole("button", { name: "Actions for Render farm" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    expect(faults.refused).toEqual([]);
    await close();
  });
});

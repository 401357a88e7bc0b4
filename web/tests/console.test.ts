import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillSignIn, openConsole } from "./console";
import { closeBrowser, screenshot, startServer, type TestServer, visitor } from "./harness";
import { totp } from "./totp";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeBrowser();
  await server.stop();
});

async function tokenOf(email: string, password: string): Promise<{ "x-user-token": string }> {
  const { token } = await server.call<{ token: string }>("POST", "/v1/auth", { email, password }, {});
  return { "x-user-token": token };
}

describe("signing in", () => {
  it("keeps the page at a wrong password, opens at the right one, and stays through a reload", async () => {
    const { page, faults } = await visitor();
    await page.goto(`${server.api}/sent?name=day`);
    await screenshot(page, "console-sign-in");
    await fillSignIn(page, server.team.email, "something else");
    await page.getByText("The e-mail address or the password is wrong.").waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(server.team.email);
    await fillSignIn(page, server.team.email, server.team.password);
    await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
    expect(page.url()).toContain("/sent?name=day");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(faults.refused).toEqual([]);
  });

  it("is remembered on the device only when asked to", async () => {
    const { page, context } = await visitor();
    await page.goto(server.api);
    await page.getByLabel("Stay signed in on this device").check();
    await fillSignIn(page, server.team.email, server.team.password);
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    await screenshot(page, "console-home");
    const second = await context.newPage();
    await second.goto(`${server.api}/received`);
    await second.getByRole("heading", { level: 1, name: "Received" }).waitFor();
  });

  it("asks again over the page when the session has ended, and goes on where it was", async () => {
    const { page, faults } = await visitor();
    await openConsole(page, server, "/send");
    await page.getByRole("heading", { name: "Details" }).waitFor();
    await server.call("POST", "/v1/auth/logout_all", undefined, await tokenOf(server.team.email, server.team.password));
    await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Sent" }).click();
    await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
    await screenshot(page, "console-session-ended");
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(server.team.email);
    await fillSignIn(page, server.team.email, server.team.password);
    await page.getByText("No packages sent yet").waitFor();
    expect(faults.refused).toEqual([]);
  });

  it("has the initial password changed first", async () => {
    const first = firstStart(server.data);
    const { page, faults } = await visitor();
    await page.goto(server.api);
    await fillSignIn(page, first.email, first.password);
    await page.getByRole("heading", { level: 1, name: "Choose your own password" }).waitFor();
    await screenshot(page, "console-change-password");
    await page.getByLabel("New password", { exact: true }).fill("a password of my own");
    await page.getByLabel("New password once more").fill("a password of mine");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("The two passwords differ.").waitFor();
    await page.getByLabel("New password once more").fill("a password of my own");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    expect(faults.refused).toEqual([]);
  });

  it("takes the code of a second factor, or a recovery code", async () => {
    const email = "bruno@example.org";
    const password = "another long sentence";
    await invite(email, password);
    const headers = await tokenOf(email, password);
    const { user } = await server.call<{ user: { id: string } }>("GET", "/v1/auth", undefined, headers);
    const { secret } = await server.call<{ secret: string }>("POST", `/v1/users/${user.id}/mfa`, { password }, headers);
    const { recovery_codes } = await server.call<{ recovery_codes: string[] }>(
      "POST",
      `/v1/users/${user.id}/mfa/confirm`,
      { otp: totp(secret) },
      headers,
    );
    const { page } = await visitor();
    await page.goto(server.api);
    await fillSignIn(page, email, password);
    await page.getByLabel("Code of the second factor").fill("000000");
    await screenshot(page, "console-second-factor");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("The code is wrong or too old.").waitFor();
    await page.getByLabel("Code of the second factor").fill(recovery_codes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    // A guest is not offered what guests may not do.
    expect(await page.getByRole("link", { name: "Sent" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Received" }).count()).toBe(1);
  });
});

describe("mailed links", () => {
  it("leave no token in the address bar", async () => {
    const { page } = await visitor();
    await page.goto(`${server.api}/reset?token=of-no-use`);
    await page.getByRole("heading", { level: 1, name: "Set a new password" }).waitFor();
    expect(page.url()).toBe(`${server.api}/reset`);
    await page.getByLabel("Password", { exact: true }).fill("a password of my own");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("This link was used already or is too old.").waitFor();
  });
});

function firstStart(data: string): { email: string; password: string } {
  const text = readFileSync(join(data, "first-start.txt"), "utf8");
  const value = (name: RegExp) => name.exec(text)?.[1] ?? "";
  return { email: value(/e-?mail:?\s+(\S+@\S+)/i), password: value(/password:?\s+(\S+)/i) };
}

async function invite(email: string, password: string): Promise<void> {
  const path = `/v1/teams/${server.team.team_id}/members`;
  const owner = await tokenOf(server.team.email, server.team.password);
  await server.call("POST", path, { email, role: "guest", name: "Bruno" }, owner);
  const outbox = `/v1.1/teams/${server.team.team_id}/outbox`;
  const { records } = await server.call<{ records: { id: string; recipient: string }[] }>(
    "GET",
    outbox,
    undefined,
    owner,
  );
  const mail = records.find((record) => record.recipient === email);
  const one = `/v1/teams/${server.team.team_id}/outbox/${mail?.id}`;
  const { text } = await server.call<{ text: string }>("GET", one, undefined, owner);
  const token = /[?&]token=([^\s&]+)/.exec(text)?.[1];
  await server.call("POST", "/v1/auth/accept_invitation", { token, password, name: "Bruno" }, {});
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillSignIn, openConsole } from "./console";
import { LAYERS } from "./consolePages";
import { closeVisitors, screenshot, startServer, type TestServer, visitor } from "./harness";
import { totp } from "./totp";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeVisitors();
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
    await page.getByText("Wrong email address or password.").waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(server.team.email);
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
    expect(await page.getByLabel("Email address").inputValue()).toBe(server.team.email);
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
    await page.getByLabel("Confirm new password").fill("a password of mine");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("The passwords do not match.").waitFor();
    await page.getByLabel("Confirm new password").fill("a password of my own");
    await page.getByRole("button", { name: "Set password" }).click();
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
    await page.getByLabel("Two-factor code").fill("000000");
    await screenshot(page, "console-second-factor");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Wrong or expired code.").waitFor();
    await page.getByLabel("Two-factor code").fill(recovery_codes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
    // A guest is not offered what guests may not do.
    expect(await page.getByRole("link", { name: "Sent" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Received" }).count()).toBe(1);
  });
});

/**
 * Presses Escape the moment the next layer opens or closes, wherever the focus is then: before the next frame, and so
 * before the page has moved the focus. The answer tells how many layers there were at that moment, once it has come.
 */
async function escapeAtNextChange(page: Page): Promise<() => Promise<number | undefined>> {
  const watched = await page.evaluateHandle((layers) => {
    const count = () => document.querySelectorAll(layers).length;
    const before = count();
    const seen: { layers?: number } = {};
    const observer = new MutationObserver(() => {
      if (count() === before) return;
      observer.disconnect();
      seen.layers = count();
      const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(press);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return seen;
  }, LAYERS);
  return () => watched.evaluate((seen) => seen.layers);
}

describe("Escape", () => {
  it("pressed twice at once closes a list in a dialog, and the dialog", async () => {
    const { page } = await visitor();
    await openConsole(page, server, "/spaces");
    const create = page.getByRole("button", { name: "Create Teamspace" }).first();
    await create.click();
    await page.getByRole("button", { name: /^Members/ }).click();
    await expect.poll(() => page.locator(LAYERS).count()).toBe(2);
    const left = await escapeAtNextChange(page);
    await page.keyboard.press("Escape");
    await expect.poll(left).toBe(1);
    await expect.poll(() => page.locator(LAYERS).count()).toBe(0);
    await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("closes what a screen reader opened, before the focus is in it", async () => {
    const { page } = await visitor();
    await openConsole(page, server, "/activities");
    for (const name of ["Help", /^Account of/, /^Type/]) {
      const opener = page.getByRole("button", { name }).first();
      await opener.focus();
      const opened = await escapeAtNextChange(page);
      // A click without a pointer, as screen readers press.
      await opener.dispatchEvent("click");
      await expect.poll(opened, { message: String(name) }).toBeGreaterThan(0);
      await expect.poll(() => page.locator(LAYERS).count(), { message: String(name) }).toBe(0);
    }
  });

  it("does not close what is shown only once, wherever the focus is", async () => {
    const { page } = await visitor();
    await openConsole(page, server, "/api-keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Render farm");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const key = page.getByLabel("API key Render farm");
    await key.waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
      // A dialog that closes is gone after two frames.
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    expect(await key.isVisible()).toBe(true);
  });
});

describe("mailed links", () => {
  it("leave no token in the address bar", async () => {
    const { page } = await visitor();
    await page.goto(`${server.api}/reset?token=of-no-use`);
    await page.getByRole("heading", { level: 1, name: "Set a new password" }).waitFor();
    expect(page.url()).toBe(`${server.api}/reset`);
    await page.getByLabel("Password", { exact: true }).fill("a password of my own");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("This link was already used or has expired.").waitFor();
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

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeVisitors, screenshot, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";
import { totp } from "./totp";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
});

describe("Team settings", () => {
  it("say what is wrong at the field, keep what was typed, and are saved", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/settings");
    const save = page.getByRole("button", { name: "Save settings" });
    await page.getByLabel("Team name").fill("Harbour Film");
    await page.getByLabel("Subdomain").fill("no spaces!");
    await save.click();
    await expect.poll(() => page.getByLabel("Subdomain").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Team name").inputValue()).toBe("Harbour Film");
    await page.getByLabel("Subdomain").fill("harbour-film");
    await page.getByLabel("Limit downloads by default").check();
    await page.getByLabel("Default downloads per link").fill("");
    await save.click();
    await page.getByText("Enter a whole number.").waitFor();
    await page.getByLabel("Default downloads per link").fill("3");
    await screenshot(page, "settings");
    await save.click();
    await page.getByText("Settings saved.").waitFor();
    const team = await server.call("GET", `/v1/teams/${server.team.team_id}`);
    expect(team).toMatchObject({
      name: "Harbour Film",
      subdomain: "harbour-film",
      download_limit_enabled: true,
      download_limit_default: 3,
      free_storage_days: 10,
    });
    expect(faults.refused).toEqual([]);
    await close();
  });
});

describe("one's own account", () => {
  it("changes name and password, stays signed in, and takes a second factor", async () => {
    const { page, faults, open, close } = await signedIn(server);
    await open("/account");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Anna Berg");
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved.").waitFor();

    const password = "another long sentence";
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Wrong password.").waitFor();
    await page.getByLabel("Current password").fill(server.team.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.").waitFor();

    await page.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    const secret = (await page.locator(".typed-secret").textContent()) ?? "";
    await page.getByLabel("6-digit code").fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("is not the current one-time password").waitFor();
    await screenshot(page, "second-factor");
    await page.getByLabel("6-digit code").fill(totp(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    const codes = (await page.getByRole("status", { name: "Recovery codes" }).textContent()) ?? "";
    expect(codes.trim().split(/\s+/)).toHaveLength(10);
    await screenshot(page, "recovery-codes");
    await page.getByRole("button", { name: "I’ve saved the codes" }).click();
    await page.getByRole("button", { name: "Turn off two-factor authentication" }).waitFor();
    const without = await fetch(`${server.api}/v1/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: server.team.email, password }),
    });
    expect(await without.json()).toMatchObject({ mfa_required: true });

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByLabel("Email address").waitFor();
    expect(faults.refused).toEqual([]);
    await close();
  });
});

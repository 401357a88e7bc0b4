import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeBrowser, screenshot, startServer, type TestServer, visitor } from "./harness";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await closeBrowser();
  await server.stop();
});

async function signIn(page: Page, email = server.team.email, password = server.team.password): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("signing in", () => {
  it("opens the overview, and a wrong password keeps the page", async () => {
    const { page, faults } = await visitor();
    await page.goto(server.api);
    await screenshot(page, "console-sign-in");
    await signIn(page, server.team.email, "something else");
    await page.getByText("The e-mail address or the password is wrong.").waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(server.team.email);
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await screenshot(page, "console-home");
    expect(faults.refused).toEqual([]);
    expect(faults.errors.filter((error) => !error.includes("401"))).toEqual([]);
  });
});

import type { Page } from "playwright-core";
import type { TestServer } from "./harness";
import { giveToken, tokenOf } from "./signedIn";

/** Fills the sign-in form as its reader does. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page of the console as the Team's Owner, signed in already: signing in has stories of its own. */
export async function openConsole(page: Page, server: TestServer, path = "/"): Promise<void> {
  await giveToken(page, await tokenOf(server));
  await page.goto(server.api + path);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}

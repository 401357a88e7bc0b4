import type { Page } from "playwright-core";
import type { TestServer } from "./harness";

/** Fills the sign-in form as its reader does. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page of the console as the Team's Owner, signed in already: signing in has stories of its own. */
export async function openConsole(page: Page, server: TestServer, path = "/"): Promise<void> {
  const token = await tokenOfOwner(server);
  await page.addInitScript((given) => {
    // Once for a tab: a story may sign out, or in as someone else.
    if (sessionStorage.getItem("story.token")) return;
    sessionStorage.setItem("story.token", "given");
    sessionStorage.setItem("tonnage.token", given);
  }, token);
  await page.goto(server.api + path);
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
}

const tokens = new Map<string, string>();

/** Hashing passwords takes long by intent, so one token serves all stories of a server until one of them ends it. */
async function tokenOfOwner(server: TestServer): Promise<string> {
  const known = tokens.get(server.api);
  if (known && (await fetch(`${server.api}/v1/auth`, { headers: { "x-user-token": known } })).ok) return known;
  const { email, password } = server.team;
  const { token } = await server.call<{ token: string }>("POST", "/v1/auth", { email, password }, {});
  tokens.set(server.api, token);
  return token;
}

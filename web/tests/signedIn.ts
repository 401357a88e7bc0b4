import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type Faults, type TestServer, visitor } from "./harness";

const tokens = new Map<string, Promise<string>>();

/**
 * A token of the Team's Owner, or of whoever these credentials belong to. Hashing passwords takes long by intent, so one
 * token serves all stories of a server until one of them ends it.
 */
export async function tokenOf(
  server: TestServer,
  email = server.team.email,
  password = server.team.password,
): Promise<string> {
  const key = `${server.api} ${email} ${password}`;
  const known = await tokens.get(key);
  if (known && (await fetch(`${server.api}/v1/auth`, { headers: { "x-user-token": known } })).ok) return known;
  const token = signIn(server, email, password);
  tokens.set(key, token);
  return token;
}

async function signIn(server: TestServer, email: string, password: string): Promise<string> {
  const { token } = await server.call<{ token: string }>("POST", "/v1/auth", { email, password }, {});
  return token;
}

/** Has every page of these find the token, once for a tab: a story that signs out must not be signed in again. */
export async function giveToken(to: BrowserContext | Page, token: string): Promise<void> {
  await to.addInitScript((given) => {
    if (sessionStorage.getItem("tonnage.test.began")) return;
    sessionStorage.setItem("tonnage.test.began", "yes");
    sessionStorage.setItem("tonnage.token", given);
  }, token);
}

/** Has every page of the context speak this language. */
export async function giveLanguage(context: BrowserContext, language: string): Promise<void> {
  await context.addInitScript((chosen) => localStorage.setItem("tonnage.language", chosen), language);
}

/** A fresh visitor who is signed in already, so that stories about other things need not begin at the door. */
export async function signedIn(
  server: TestServer,
  options: BrowserContextOptions & { token?: string; language?: string } = {},
): Promise<{ page: Page; faults: Faults; open: (path: string) => Promise<void>; close: () => Promise<void> }> {
  const { token = await tokenOf(server), language, ...rest } = options;
  const { context, page, faults } = await visitor(rest);
  await giveToken(context, token);
  if (language) await giveLanguage(context, language);
  return {
    page,
    faults,
    open: async (path) => {
      await page.goto(server.api + path);
    },
    close: () => context.close(),
  };
}

import type { BrowserContextOptions, Page } from "playwright-core";
import { type Faults, type TestServer, visitor } from "./harness";

const tokens = new Map<string, Promise<string>>();

/** A token of the Team's Owner, or of whoever these credentials belong to. */
export function tokenOf(server: TestServer, email = server.team.email, password = server.team.password) {
  const key = `${server.api} ${email} ${password}`;
  const token = tokens.get(key) ?? signIn(server, email, password);
  tokens.set(key, token);
  return token;
}

async function signIn(server: TestServer, email: string, password: string): Promise<string> {
  const { token } = await server.call<{ token: string }>("POST", "/v1/auth", { email, password }, {});
  return token;
}

/** A fresh visitor who is signed in already, so that stories about other things need not begin at the door. */
export async function signedIn(
  server: TestServer,
  options: BrowserContextOptions & { token?: string; language?: string } = {},
): Promise<{ page: Page; faults: Faults; open: (path: string) => Promise<void>; close: () => Promise<void> }> {
  const { token = await tokenOf(server), language, ...rest } = options;
  const { context, page, faults } = await visitor(rest);
  await context.addInitScript(
    ([given, chosen]) => {
      // Once: a story that signs out must not be signed in again by the next page.
      if (!sessionStorage.getItem("tonnage.test.began")) sessionStorage.setItem("tonnage.token", given ?? "");
      sessionStorage.setItem("tonnage.test.began", "yes");
      if (chosen) localStorage.setItem("tonnage.language", chosen);
    },
    [token, language],
  );
  return {
    page,
    faults,
    open: async (path) => {
      await page.goto(server.api + path);
    },
    close: () => context.close(),
  };
}

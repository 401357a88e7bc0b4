import type { BrowserContextOptions, Page } from "playwright-core";
import { type Faults, type TestServer, visitor } from "./harness";

/** A fresh visitor who is signed in as the Team's Owner, for stories that do not begin at the door. */
export async function asOwner(
  server: TestServer,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: Faults; open: (path: string) => Promise<void> }> {
  const { email, password } = server.team;
  const { token } = await server.call<{ token: string }>("POST", "/v1/auth", { email, password }, {});
  const { context, page, faults } = await visitor(options);
  // Shorter than a test may take, so that a failure says what it waited for.
  page.setDefaultTimeout(15_000);
  await context.addInitScript((given) => sessionStorage.setItem("tonnage.token", given), token);
  const open = async (path: string) => {
    await page.goto(server.api + path);
  };
  return { page, faults, open };
}

import type { Page } from "playwright-core";

/** Whether a page has come to rest within a while: it has its title, and nothing of it is still on its way. */
export async function isSettled(page: Page): Promise<boolean> {
  const isReady = () => document.querySelector("h1") !== null && document.querySelector(".spinner, .loading") === null;
  return page.waitForFunction(isReady, undefined, { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}

/** Every page of the console that needs nothing in its address, and one about a thing that is not there; those about one thing come with what was furnished. */
export const CONSOLE_LISTS: readonly string[] = [
  "/",
  "/sent",
  "/received",
  "/send",
  "/portals",
  "/forms",
  "/forms/new",
  "/members",
  "/spaces",
  "/tags",
  "/settings",
  "/connections",
  "/connections/new",
  "/filters",
  "/filters/new",
  "/webhooks",
  "/webhooks/new",
  "/api-keys",
  "/activities",
  "/usage",
  "/outbox",
  "/audit",
  "/account",
  "/spaces/none",
];

/** The doors, which are seen by those who are not signed in. */
export const DOORS: readonly string[] = ["/", "/forgot", "/reset?token=x", "/invitation?token=x"];

import type { Locator, Page } from "playwright-core";
import type { Furnished } from "./furnish";

/** Whether a page has come to rest within a while: it has its title, and nothing of it is still on its way. */
export async function isSettled(page: Page): Promise<boolean> {
  // A list that is being read anew shows its former lines until then, and says that it is busy. What the server wrote
  // for those without scripts has its title too, until the script takes its place.
  const underWay = "#page noscript, .spinner, .loading, [aria-busy=true]";
  const isReady = (selectors: string) =>
    document.querySelector("h1") !== null && document.querySelector(selectors) === null;
  return page.waitForFunction(isReady, underWay).then(
    () => true,
    () => false,
  );
}

interface Router {
  history: { push(path: string): void };
  state: { status: string; resolvedLocation?: { href: string } };
}

/** Goes to another page of the open console as its own links do, and waits until it is at rest. */
export async function go(page: Page, path: string): Promise<boolean> {
  // The console has its router once it knows who is signed in.
  await page.waitForFunction(() => "__TSR_ROUTER__" in window);
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
    router.history.push(to);
  }, path);
  const hasArrived = await page
    .waitForFunction((to) => {
      const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
      return state.status === "idle" && state.resolvedLocation?.href === to;
    }, path)
    .then(
      () => true,
      () => false,
    );
  return hasArrived && isSettled(page);
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
  "/connections/new?provider=vendor_d_box",
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
export const DOORS: readonly string[] = ["/", "/forgot", "/reset?token=x", "/invitation?token=x", "/email?token=x"];

/** How something that lies over a page is opened: what is pressed, one after the other. */
export interface Opening {
  name: string;
  steps: ((page: Page) => Locator)[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name, exact: true }).first();
const item = (name: string) => (page: Page) => page.getByRole("menuitem", { name, exact: true });
/** The menu, or what opens, of the row of this number. */
const inRow = (row: number) => (page: Page) => {
  const rows = page.locator("tbody tr").filter({ has: page.getByRole("button") });
  return rows.nth(row).getByRole("button").first();
};

const through = (name: string, ...steps: Opening["steps"]): Opening => ({ name, steps });

/** What can lie over the lists whatever stands in them. Nothing here changes anything. */
export const OPENINGS_OF_LISTS: Record<string, Opening[]> = {
  "/": [through("help", button("Help")), through("account menu", button(/^Account of/))],
  "/sent": [
    through("period", button("Archive by date…")),
    through("delete many", (page) => page.getByLabel("Select all rows on this page"), button("Delete")),
  ],
  "/portals": [through("new portal", button("Create Portal"))],
  "/members": [through("invite", button("Invite a member")), through("member menu", button(/^Actions for/))],
  "/spaces": [
    through("new space", button("Create Teamspace")),
    through("members of a new space", button("Create Teamspace"), button(/^Members/)),
  ],
  "/api-keys": [through("new key", button("Create key"))],
  "/audit": [through("export", button("Export"))],
  "/account": [
    through("second factor", button("Set up two-factor authentication")),
    through("sign out", button("Sign out everywhere")),
  ],
};

/** What can be opened from the row of this number. */
export function openingsOfRow(row: number): Record<string, Opening[]> {
  return {
    "/members": [
      through("role", inRow(row), item("Change role")),
      through("remove member", inRow(row), item("Remove from Team")),
    ],
    "/api-keys": [through("change key", inRow(row), item("Edit")), through("delete key", inRow(row), item("Delete"))],
    "/activities": [through("steps", inRow(row))],
    "/audit": [through("line", inRow(row))],
    "/outbox": [through("mail", inRow(row))],
  };
}

/** Everything that can lie over the pages about one thing. */
export function openingsOf(furnished: Furnished): Record<string, Opening[]> {
  const menu = button(/^Actions for/);
  const more = button("More");
  return {
    [furnished.space]: [
      through("space menu", menu),
      through("rename space", menu, item("Rename")),
      through("delete space", menu, item("Delete")),
      through("add members", button("Add members")),
    ],
    [furnished.filter]: [through("delete filter", button("Delete"))],
    [furnished.template]: [
      through("delete template", button("Delete")),
      through("kinds of fields", button("Add field")),
    ],
    [furnished.connection]: [through("delete connection", more, item("Delete"))],
    [furnished.webhook]: [
      through("delete webhook", more, item("Delete")),
      through("new secret", more, item("Replace secret")),
    ],
    [furnished.portalSettings]: [through("delete portal", more, item("Delete Portal"))],
    [furnished.portalForm]: [through("delete form", more, item("Delete form"))],
    [furnished.sent]: [
      through("package menu", button("Manage")),
      through("rename package", button("Manage"), item("Rename")),
      through("tag", button("Manage"), item("Change tag")),
      through("expiry", button("Manage"), item("Change expiry")),
      through("delete package", button("Manage"), item("Delete")),
      through("new link", button("New link")),
      through("transfer", button("Start transfer")),
    ],
    [furnished.received]: [through("delete received", button("Manage"), item("Delete"))],
  };
}

/** The areas of the agent's page, with what can lie over them once it is furnished; the transfer of this number. */
export function agentOpenings(number = 0): Record<string, Opening[]> {
  const one =
    (name: string | RegExp, place = number) =>
    (page: Page) =>
      page.getByRole("tabpanel").getByRole("button", { name, exact: true }).nth(place);
  // Of each two automations the first can work.
  const working = 2 * number;
  return {
    transfers: [
      through("new upload", button("New upload")),
      through("new download", button("New download")),
      through("details", one("Details")),
      through("link", one("Create link")),
      through("transfer menu", one(/^More actions for/)),
      through("remove transfer", one(/^More actions for/), item("Remove from list")),
    ],
    automations: [
      through("new automation", button("New automation")),
      through("import", button("Import")),
      through("edit automation", one(/^Edit/, working)),
      through("try", one("Preview", working)),
      through("export automation", one(/^More actions for/, working), item("Export")),
      through("delete automation", one(/^More actions for/, working), item("Delete")),
    ],
    gateways: [through("new gateway", button("Add gateway"))],
    settings: [],
  };
}

/** Everything that can lie over a page. */
export const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Opens something over the page, looks at it, and closes it again. */
export async function withOpened(page: Page, opening: Opening, look: () => Promise<void>): Promise<void> {
  for (const step of opening.steps) await step(page).click();
  await page.locator(LAYERS).last().waitFor();
  await isSettled(page);
  await look();
  for (let left = await page.locator(LAYERS).count(); left > 0; left = await page.locator(LAYERS).count()) {
    await page.keyboard.press("Escape");
    const isFewer = ([layers, most]: readonly [string, number]) => document.querySelectorAll(layers).length < most;
    await page.waitForFunction(isFewer, [LAYERS, left] as const).catch((error) => {
      throw new Error(`${opening.name} does not close: ${error}`);
    });
  }
}

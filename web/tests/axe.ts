import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { screenshot } from "./harness";

/** The engine itself, which its wrapper for this browser brings along: run in the page, it is loaded once and stays quick. */
const wrapper = createRequire(import.meta.url).resolve("@axe-core/playwright");
const { source } = createRequire(wrapper)("axe-core") as { source: string };

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Engine {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What shuts someone out of the page as it stands, in a line each. */
export async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: Engine };
    const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, TAGS);
}

/** Violations, and whether the page must be scrolled sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  const told = await violations(page);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return isWide ? [...told, "the page is wider than the window"] : told;
}

/** How a page is looked at. */
export interface Form {
  language: "en" | "ja";
  width: 320 | 1280;
  colorScheme: "light" | "dark";
}

/** Two languages, two widths, two themes: every form there is. */
const ALL_FORMS: readonly Form[] = (["en", "ja"] as const).flatMap((language) =>
  ([1280, 320] as const).flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ language, width, colorScheme })),
  ),
);

const nameOf = ({ language, width, colorScheme }: Form) => `${language}-${width}-${colorScheme}`;

/** Four forms in which every two choices meet once: what is wrong is wrong with one choice, or with two together. */
const MEETING = ["en-1280-light", "en-320-dark", "ja-1280-dark", "ja-320-light"];
const isDeep = process.env.TONNAGE_TEST_DEEP !== undefined;

export const FORMS = isDeep ? ALL_FORMS : ALL_FORMS.filter((form) => MEETING.includes(nameOf(form)));

/** The two forms that differ in everything. */
export const FARTHEST = isDeep
  ? ALL_FORMS
  : ALL_FORMS.filter((form) => ["en-1280-light", "ja-320-dark"].includes(nameOf(form)));

/** Of these pictures are kept. */
const PICTURED = ["en-1280-light", "en-320-dark", "ja-320-light", "ja-320-dark"];

/** Gives the open page another form without loading it again, whatever stands open on it. */
export async function wear(page: Page, { language, width, colorScheme }: Form): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  // Colours on their way from one theme to the other are nobody's choice.
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate((wanted) => {
    // The page's own switch, also where a dialog or a narrow window has put it out of reach.
    const isSwitch = (each: HTMLSelectElement) => each.querySelector("option[lang='ja']") !== null;
    const found = [...document.querySelectorAll("select")].find(isSwitch);
    if (!found || document.documentElement.lang === wanted) return;
    found.value = wanted;
    found.dispatchEvent(new Event("change", { bubbles: true }));
  }, language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

/** What is wrong with the open page in any of these forms; each fault is told with its form. */
export async function faultsInForms(page: Page, name: string, forms: readonly Form[] = FORMS): Promise<string[]> {
  const found: string[] = [];
  for (const form of forms) {
    await wear(page, form);
    found.push(...(await faultsOf(page)).map((fault) => `${name} ${nameOf(form)}: ${fault}`));
    if (isDeep || PICTURED.includes(nameOf(form)))
      await screenshot(page, `axe-${name.replaceAll(/[^a-z]+/gi, "-")}-${nameOf(form)}`);
  }
  return found;
}

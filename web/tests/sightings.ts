import type { Page } from "playwright-core";
import type { Words } from "./furnish";

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Names of files lose what divides folders, mails lose what makes a link, addresses are written in their own way, and
 * pages break lines as they like.
 */
const plain = (text: string) =>
  text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)
    // Once more for what was written so from the beginning.
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)
    .replaceAll(/[\s/\\:@.]+/g, " ")
    .trim();

/** Which texts of which fields were really shown: a page that shows nothing would be safe from everything. */
export class Sightings {
  private readonly wanted = new Map<string, { field: string; number: number }>();
  private readonly seen = new Map<string, Set<string>>();

  constructor(private readonly texts: readonly string[]) {}

  /** What stands in a field when the text of this number is planted: the text, and which field it is. */
  words(number: number): Words {
    return (field) => {
      const text = `${this.texts[number] ?? ""} [${field}]`;
      this.wanted.set(plain(text), { field, number });
      return text;
    };
  }

  /** Takes down what is to be read on the open page, over it, and in its fields. */
  async look(page: Page, place: string): Promise<void> {
    this.read(await page.evaluate(readable), place);
  }

  read(shown: string, place: string): void {
    const all = plain(shown);
    for (const [text, { field, number }] of this.wanted) {
      if (!all.includes(text)) continue;
      const key = `${field} #${number}`;
      this.seen.set(key, (this.seen.get(key) ?? new Set()).add(place));
    }
  }

  /** Texts that were planted and never seen. */
  missing(): string[] {
    const all = [...this.wanted.values()].map(({ field, number }) => `${field} #${number}`);
    return all.filter((key) => !this.seen.has(key));
  }

  /** The fields of which every text was seen at this place. */
  fieldsAt(place: string): string[] {
    const fields = [...new Set([...this.wanted.values()].map(({ field }) => field))];
    const isWhole = (field: string) =>
      this.texts.every((_, number) => this.seen.get(`${field} #${number}`)?.has(place) === true);
    return fields.filter(isWhole).sort();
  }
}

function readable(): string {
  const parts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest("script, style, noscript")) parts.push(node.textContent ?? "");
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) parts.push(field.value);
  for (const labelled of document.querySelectorAll("[aria-label]"))
    parts.push(labelled.getAttribute("aria-label") ?? "");
  return parts.join("\n");
}

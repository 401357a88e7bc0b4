/** What the server wrote into the page for its script: one block of JSON, which no browser runs. */
export interface Boot {
  /** The language that the server chose, as `lang` of the page. */
  language: string;
  /** The kind of page, and what it knows already. */
  page: BootPage;
}

export type BootPage =
  | { kind: "portal"; subdomain: string }
  | { kind: "download"; link_id: string }
  | { kind: "console"; server: string; portal_domain: string }
  | { kind: "agent" };

export function readBoot(): Boot {
  const block = document.getElementById("boot");
  if (!block?.textContent) throw new Error("the page carries no boot block");
  return JSON.parse(block.textContent) as Boot;
}

/** The page of this kind, or a fault of ours: each script stands in its own page only. */
export function pageOf<K extends BootPage["kind"]>(boot: Boot, kind: K): Extract<BootPage, { kind: K }> {
  if (boot.page.kind !== kind) throw new Error(`this is the script of ${kind}, not of ${boot.page.kind}`);
  return boot.page as Extract<BootPage, { kind: K }>;
}

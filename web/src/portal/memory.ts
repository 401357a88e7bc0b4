import type { Values } from "./form";

const REMEMBERED_SENDER = "tonnage.sender";
const draftKey = (subdomain: string) => `tonnage.draft.${subdomain}`;

/** Private windows may refuse to remember; nothing depends on it. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What was typed on this page before a reload, in this tab. */
export function readDraft(subdomain: string): Values {
  const text = quietly(() => sessionStorage.getItem(draftKey(subdomain)));
  const draft: unknown = text ? quietly(() => JSON.parse(text)) : undefined;
  return typeof draft === "object" && draft !== null ? (draft as Values) : {};
}

export function writeDraft(subdomain: string, values: Values): void {
  quietly(() => sessionStorage.setItem(draftKey(subdomain), JSON.stringify(values)));
}

/** The sender's address, if its owner asked this device to keep it. */
export function rememberedSender(): string {
  return quietly(() => localStorage.getItem(REMEMBERED_SENDER)) ?? "";
}

export function rememberSender(address: string): void {
  quietly(() =>
    address ? localStorage.setItem(REMEMBERED_SENDER, address) : localStorage.removeItem(REMEMBERED_SENDER),
  );
}

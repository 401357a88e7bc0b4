import type { ResolvedLink } from "./link";

/** What the page remembers of a link in this tab, so that a reload works although the address no longer tells the secret. */
export interface Kept {
  secret: string;
  /** Kept as soon as asking anew would cost something: a download of the link, or typing the password again. */
  link?: ResolvedLink | undefined;
  /** Whether a download was begun with the link's token. */
  begun?: boolean;
}

/** Takes the secret out of an address: what stands there ends up in screenshots, histories and shared screens. */
export function splitAddress(href: string): { secret: string; clean: string } {
  const address = new URL(href);
  const secret = address.searchParams.get("secret") ?? "";
  address.searchParams.delete("secret");
  return { secret, clean: address.pathname + address.search + address.hash };
}

/** The secret's place in this tab. Where the browser refuses to remember, it lives as long as the page does. */
export class Keeper {
  private memory: Kept | undefined;

  constructor(
    private readonly linkId: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  ) {}

  read(): Kept | undefined {
    if (this.memory) return this.memory;
    try {
      const text = this.storage?.getItem(this.name());
      this.memory = text ? (JSON.parse(text) as Kept) : undefined;
    } catch {
      this.memory = undefined;
    }
    return this.memory;
  }

  write(kept: Kept): void {
    this.memory = kept;
    try {
      this.storage?.setItem(this.name(), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage costs a reload, nothing else.
    }
  }

  private name(): string {
    return `tonnage.link.${this.linkId}`;
  }
}

/** Reads the secret and removes it from the address bar at once. */
export function takeSecret(linkId: string): Keeper {
  const keeper = new Keeper(linkId, sessionStorageIfAny());
  const { secret, clean } = splitAddress(location.href);
  if (secret) {
    if (keeper.read()?.secret !== secret) keeper.write({ secret });
    history.replaceState(history.state, "", clean);
  }
  return keeper;
}

function sessionStorageIfAny(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

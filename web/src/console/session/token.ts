/** Where the token of this sign-in lies: in the tab, or on the device when *Stay signed in* was ticked. Never in a cookie. */
const NAME = "tonnage.token";

export interface KeptToken {
  token: string;
  stays: boolean;
}

export function readToken(): KeptToken | undefined {
  return tokenIn(() => sessionStorage, false) ?? tokenIn(() => localStorage, true);
}

function tokenIn(place: () => Storage, stays: boolean): KeptToken | undefined {
  try {
    const token = place().getItem(NAME);
    return token ? { token, stays } : undefined;
  } catch {
    return undefined;
  }
}

export function keepToken({ token, stays }: KeptToken): void {
  // Written over and never taken away first: another tab that hears of it would take that for a sign-out.
  forgetIn(stays ? () => sessionStorage : () => localStorage);
  keepRenewed({ token, stays });
}

/** Puts a renewed token where the one before was. The place of other tabs is theirs. */
export function keepRenewed({ token, stays }: KeptToken): void {
  try {
    (stays ? localStorage : sessionStorage).setItem(NAME, token);
  } catch {
    // It holds until the page is closed then.
  }
}

export function forgetToken(): void {
  forgetIn(() => sessionStorage);
  forgetIn(() => localStorage);
}

function forgetIn(place: () => Storage): void {
  try {
    if (place().getItem(NAME) !== null) place().removeItem(NAME);
  } catch {
    // Nothing could be kept there either.
  }
}

/** Whether an event of the browser's storage is about our token: another tab signed in or out. */
export function isTokenEvent(event: StorageEvent): boolean {
  return event.key === NAME || event.key === null;
}

/** When a token was given and when it ends, in milliseconds; nobody needs to trust it, the server checks. */
export function lifeOf(token: string): { from: number; until: number } | undefined {
  try {
    const part = token.split(".")[1] ?? "";
    const claims = JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/"))) as { iat?: number; exp?: number };
    if (typeof claims.iat !== "number" || typeof claims.exp !== "number") return undefined;
    return { from: claims.iat * 1000, until: claims.exp * 1000 };
  } catch {
    return undefined;
  }
}

/** A token is renewed once half of its life is over: early enough for someone who comes back every other day. */
export function isDue(token: string, now: number): boolean {
  const life = lifeOf(token);
  return life !== undefined && now >= (life.from + life.until) / 2;
}

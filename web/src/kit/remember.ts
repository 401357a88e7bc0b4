const PREFIX = "tonnage.console.";

/** What this device was asked to remember; private windows and damaged values count as nothing. */
export function readLocal<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Undefined is forgotten. */
export function writeLocal(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It holds for this page then, which is all that a private window allows.
  }
}

/**
 * How long anything may take before we say that it hangs, in milliseconds. Nothing that works takes nearly as long, even
 * on a busy machine, so this is never a claim about speed. A story that makes such a claim measures it and says so.
 */
export const HANGS_AFTER = 60_000;

/** Waits for something that has no limit of its own, and names it if it does not come. */
export async function inTime<T>(what: string, coming: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${HANGS_AFTER} ms`)), HANGS_AFTER);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

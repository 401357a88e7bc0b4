/** Whether an address is one of this origin, from where every page may load. */
export function isOf(origin: string, address: string): boolean {
  try {
    return new URL(address).origin === origin;
  } catch {
    return false;
  }
}

/** The last quarter that was reached. */
export function quarter(share: number): number {
  return Math.floor(Math.min(1, Math.max(0, share)) * 4);
}

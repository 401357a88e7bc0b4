/** Which rows of a long list are drawn: those in sight and some around them. */
export function rowsInSight(
  count: number,
  rowHeight: number,
  scrolled: number,
  height: number,
): { first: number; end: number } {
  const around = 5;
  const first = Math.max(0, Math.min(Math.floor(scrolled / rowHeight) - around, count));
  return { first, end: Math.min(count, Math.ceil((scrolled + height) / rowHeight) + around) };
}

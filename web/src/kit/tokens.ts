/** The values with those that a text holds, each once, in the order in which they came. */
export function withTokens(value: readonly string[], text: string): string[] {
  const found = text.split(/[\s,;]+/).filter((part) => part !== "");
  return [...new Set([...value, ...found])];
}

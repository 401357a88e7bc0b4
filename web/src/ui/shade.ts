import type { CSSProperties } from "react";

/** How much of a bar is dark: what never has to be sent again. The rest of it is under way, and light. */
export function safeShade({ sentBytes, safeBytes }: { sentBytes: number; safeBytes: number }): CSSProperties {
  const share = sentBytes > 0 ? safeBytes / sentBytes : 1;
  return { "--safe": `${(share * 100).toFixed(1)}%` } as CSSProperties;
}

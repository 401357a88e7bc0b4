/** Endings as the server takes them, from whatever people separate them by: `mov, *.MXF` is `.mov` and `.mxf`. */
export function fileTypesOf(text: string): string[] {
  const endings = text
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^\*?\.*/, "").toLowerCase())
    .filter((each) => each !== "");
  return [...new Set(endings)].map((each) => `.${each}`);
}

/** Addresses of a text that was typed or pasted, each once; names around them (`Anna <anna@…>`) are left out. */
export function addressesOf(text: string): string[] {
  const addresses = text
    .split(/[\n,;]+/)
    .map((each) => (/<([^>]*)>/.exec(each)?.[1] ?? each).trim())
    .filter((each) => each !== "");
  return [...new Set(addresses)];
}

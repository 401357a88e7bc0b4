/** Hands a text to the browser's downloads. */
export function saveText(name: string, text: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  saveFrom(address, name);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Has the browser download from an address that answers with an attachment. */
export function saveFrom(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.rel = "noopener noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}

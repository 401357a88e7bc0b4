/** A file that is dropped where nothing takes it would be opened by the browser, and the page with all that it does be gone. */
export function keepOnDrop(): void {
  const keep = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  addEventListener("dragover", keep);
  addEventListener("drop", keep);
}

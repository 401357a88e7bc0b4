import type { Uploader } from "../uploader";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** The whole page takes files: a drop beside the card must never lead away from the page. */
export function listenForFiles(uploader: Uploader, setOver: (isOver: boolean) => void): () => void {
  const control = new AbortController();
  const { signal } = control;
  let depth = 0;
  const enter = (change: 1 | -1) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth + change);
    setOver(depth > 0);
  };
  addEventListener("dragenter", enter(1), { signal });
  addEventListener("dragleave", enter(-1), { signal });
  addEventListener(
    "dragover",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    },
    { signal },
  );
  addEventListener(
    "drop",
    (event) => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void uploader.addDropped(event.dataTransfer);
    },
    { signal },
  );
  addEventListener(
    "paste",
    (event) => {
      if (isTyping(event.target) || !event.clipboardData?.files.length) return;
      if (uploader.addPasted(event.clipboardData)) event.preventDefault();
    },
    { signal },
  );
  return () => control.abort();
}

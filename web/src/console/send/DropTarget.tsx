import { useEffect, useState } from "react";
import { Icon } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Uploader } from "../../uploader";

/** The whole page takes files: dropped anywhere, or pasted anywhere but into a text field. */
export function DropTarget({ uploader, isOff }: { uploader: Uploader; isOff: boolean }) {
  const say = useSay();
  const isOver = useDrops(uploader, isOff);
  usePastes(uploader, isOff);
  if (!isOver) return null;
  return (
    <div className="drop-over">
      <p>
        <Icon name="download" size={32} /> {say("send-drop-here")}
      </p>
    </div>
  );
}

function useDrops(uploader: Uploader, isOff: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the page and show the file instead.
      event.preventDefault();
      if (!isOff) setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!isOff && event.dataTransfer) void uploader.addDropped(event.dataTransfer);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("drop", drop, { signal });
    window.addEventListener("dragleave", leave, { signal });
    return () => control.abort();
  }, [uploader, isOff]);
  return isOver;
}

function usePastes(uploader: Uploader, isOff: boolean): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isText = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      if (isOff || isText || !event.clipboardData) return;
      if (uploader.addPasted(event.clipboardData)) event.preventDefault();
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [uploader, isOff]);
}

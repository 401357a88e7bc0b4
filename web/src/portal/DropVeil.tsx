import { useEffect, useState } from "react";
import { useTexts } from "../texts/texts";
import type { Uploader } from "../uploader";
import { listenForFiles } from "./listen";

/** The whole page takes drops and pastes; while something is held over it, it says so. */
export function DropVeil({ uploader }: { uploader: Uploader }) {
  const { say } = useTexts();
  const [isOver, setOver] = useState(false);
  useEffect(() => listenForFiles(uploader, setOver), [uploader]);
  if (!isOver) return null;
  return (
    <div className="drop-veil" aria-hidden="true">
      <p>{say("portal-drop-now")}</p>
    </div>
  );
}

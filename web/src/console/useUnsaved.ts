import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { useConfirm } from "../kit";
import { useSay } from "../texts/texts";

/** Asks before a page with unsaved changes is left. The returned function says that they are saved by now. */
export function useUnsaved(isChanged: boolean): () => void {
  const say = useSay();
  const confirm = useConfirm();
  const isSaved = useRef(false);
  if (!isChanged) isSaved.current = false;
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      if (isSaved.current || current.pathname === next.pathname) return false;
      const isLeaving = await confirm({
        title: say("frame-unsaved-title"),
        body: say("frame-unsaved-body"),
        action: say("frame-unsaved-leave"),
        isDanger: true,
      });
      return !isLeaving;
    },
  });
  return () => {
    isSaved.current = true;
  };
}

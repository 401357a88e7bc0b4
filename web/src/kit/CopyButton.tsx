import { useEffect, useState } from "react";
import { useSay } from "../texts/texts";
import { Button, IconButton } from "./Button";

export interface CopyButtonProps {
  text: string;
  label?: string | undefined;
  size?: "small" | "normal" | undefined;
  kind?: "plain" | "primary" | "quiet" | undefined;
  /** Only the sign, for narrow places. */
  isSign?: boolean | undefined;
}

const TOLD_FOR = 2_000;

/** Copies a text and says that it did. */
export function CopyButton({ text, label, size = "normal", kind, isSign = false }: CopyButtonProps) {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void copyText(text).then(setCopied);
  return (
    <>
      {isSign ? (
        <IconButton icon={isCopied ? "check" : "copy"} size={size} label={label ?? say("copy")} onPress={copy} />
      ) : (
        <Button icon={isCopied ? "check" : "copy"} size={size} kind={kind} onPress={copy}>
          {isCopied ? say("copied") : (label ?? say("copy"))}
        </Button>
      )}
      <span className="hidden-text" role="status">
        {isCopied ? say("copied") : ""}
      </span>
    </>
  );
}

/** Whether it was copied. Without an encrypted connection browsers lack the clipboard, and the old way still works. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden-text";
  // Inside an open dialog, because the focus may not leave it.
  (document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}

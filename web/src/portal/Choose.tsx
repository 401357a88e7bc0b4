import { type ChangeEvent, useEffect, useRef } from "react";
import { useTexts } from "../texts/texts";
import type { Uploader } from "../uploader";
import { type PublicPortal, rulesOf } from "./portal";
import { limitWords } from "./words";

interface Properties {
  uploader: Uploader;
  portal: PublicPortal;
  /** Without the large area, where the page speaks of something else. */
  isCompact?: boolean;
}

/** Where files are chosen: two buttons, and the rules told before. */
export function Choose({ uploader, portal, isCompact = false }: Properties) {
  const texts = useTexts();
  const { say } = texts;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const rules = rulesOf(portal);
  const accept = rules.fileTypes && !rules.refusesFileTypes ? rules.fileTypes.join(",") : undefined;
  // React knows no such attribute.
  useEffect(() => folder.current?.setAttribute("webkitdirectory", ""), []);

  function take(event: ChangeEvent<HTMLInputElement>): void {
    const { target } = event;
    if (target.files) void uploader.addFiles([...target.files]);
    // The same file may be chosen again after it was removed.
    target.value = "";
  }

  return (
    <div className={isCompact ? "choose compact" : "choose"}>
      {!isCompact && <p className="choose-title">{say("portal-drop-here")}</p>}
      <div className="row centered">
        <button type="button" className="button primary large" onClick={() => files.current?.click()}>
          {say("portal-choose-files")}
        </button>
        <button type="button" className="button large" onClick={() => folder.current?.click()}>
          {say("portal-choose-folder")}
        </button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        accept={accept}
        hidden
        onChange={take}
        aria-label={say("portal-choose-files")}
      />
      <input ref={folder} type="file" multiple hidden onChange={take} aria-label={say("portal-choose-folder")} />
      {!isCompact && (
        <p className="small soft limits">
          {limitWords(texts, rules).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
    </div>
  );
}

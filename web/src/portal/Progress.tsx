import { useState } from "react";
import { shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import { safeShade } from "../ui/shade";
import type { Snapshot, Uploader } from "../uploader";
import { Announcer } from "./Announcer";
import { Choose } from "./Choose";
import type { PublicPortal } from "./portal";
import { useLeaving, useTitle } from "./surroundings";
import { useUpload } from "./useUpload";
import { faultWords, percentWords, progressWords, shareOf, speedWords, waitingWords } from "./words";

interface Properties {
  uploader: Uploader;
  portal: PublicPortal;
  /** The visitor has given this upload up. */
  onOver: () => void;
}

/** How far the whole upload is, and what holds it up if anything does. */
export function Progress({ uploader, portal, onOver }: Properties) {
  const texts = useTexts();
  const { say } = texts;
  const upload = useUpload(uploader);
  const share = shareOf(upload);
  const percent = percentWords(texts, share);
  useTitle(say("portal-title-percent", { percent, name: portal.name }));
  useLeaving(upload.phase === "sending" || upload.phase === "finishing");
  return (
    <div className="stack">
      <div className="stack tight">
        <h1>{say(`portal-phase-${upload.phase}`, { name: shownName(upload.package?.name ?? portal.name) })}</h1>
        {upload.phase === "sending" && <p className="keep-open">{say("portal-keep-open")}</p>}
      </div>
      {upload.waiting && (
        <div className="banner warn">
          <p className="grow">{waitingWords(texts, upload.waiting, Date.now())}</p>
          <button type="button" className="button" onClick={uploader.tryNow}>
            {say("try-now")}
          </button>
        </div>
      )}
      {upload.fault && (
        <div className="banner bad" role="alert">
          <div>
            <p>{faultWords(texts, upload.fault)}</p>
            {upload.fault.requestId && (
              <p className="small">{say("error-reference", { id: upload.fault.requestId })}</p>
            )}
          </div>
        </div>
      )}
      {upload.phase === "attention" && <Attention upload={upload} />}
      {upload.isListCutOff && upload.phase === "attention" && <CutOffList uploader={uploader} portal={portal} />}
      <div className="stack tight">
        <div className="row spread number">
          <strong className="percent">{percent}</strong>
          <span className="soft">{speedWords(texts, upload)}</span>
        </div>
        <progress
          className="whole"
          value={share}
          max={1}
          style={safeShade(upload)}
          aria-label={say("portal-progress-whole")}
        />
        <p className="soft small number">{progressWords(texts, upload)}</p>
      </div>
      <Controls uploader={uploader} upload={upload} onOver={onOver} />
      <Announcer upload={upload} />
    </div>
  );
}

/** The page was closed before it knew all that was chosen: only the visitor can say what is all. */
function CutOffList({ uploader, portal }: { uploader: Uploader; portal: PublicPortal }) {
  const { say } = useTexts();
  return (
    <div className="banner warn stack">
      <p>{say("portal-list-cut-off")}</p>
      <Choose uploader={uploader} portal={portal} isCompact />
      <div>
        <button type="button" className="button" onClick={uploader.completeList}>
          {say("portal-list-complete")}
        </button>
      </div>
    </div>
  );
}

/** Why it does not go on by itself. */
function Attention({ upload }: { upload: Snapshot }) {
  const { say } = useTexts();
  const { failed, missing, paused } = upload.counts;
  if (!failed && !missing && !paused) return null;
  return (
    <div className="banner warn" role="alert">
      <p>
        {failed > 0 && <span>{say("portal-attention-failed", { count: failed })} </span>}
        {missing > 0 && <span>{say("portal-attention-missing", { count: missing })} </span>}
        {paused > 0 && <span>{say("portal-attention-paused", { count: paused })}</span>}
      </p>
    </div>
  );
}

function Controls({ uploader, upload, onOver }: { uploader: Uploader; upload: Snapshot; onOver: () => void }) {
  const { say } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const { phase } = upload;
  if (phase === "failed" || phase === "cancelled" || phase === "elsewhere") {
    return (
      <div>
        <button type="button" className="button" onClick={onOver}>
          {say("portal-begin-anew")}
        </button>
      </div>
    );
  }
  const cancel = () => {
    // What the server was not told remains on record, and is offered again.
    void uploader
      .cancel()
      .catch(() => undefined)
      .finally(onOver);
  };
  return (
    <div className="row">
      {phase === "sending" && (
        <button type="button" className="button" onClick={() => uploader.pause()}>
          {say("portal-pause-all")}
        </button>
      )}
      {(phase === "paused" || phase === "pausing" || upload.counts.paused > 0) && (
        <button type="button" className="button primary" onClick={() => uploader.resume()}>
          {say("portal-resume-all")}
        </button>
      )}
      {phase !== "finishing" && !isAsking && (
        <button type="button" className="button quiet" onClick={() => setAsking(true)}>
          {say("portal-cancel")}
        </button>
      )}
      {isAsking && (
        <fieldset className="row" aria-label={say("portal-cancel-sure")}>
          <span>{say("portal-cancel-sure")}</span>
          <button type="button" className="button danger" onClick={cancel}>
            {say("portal-cancel-yes")}
          </button>
          <button type="button" className="button" onClick={() => setAsking(false)}>
            {say("portal-cancel-no")}
          </button>
        </fieldset>
      )}
    </div>
  );
}

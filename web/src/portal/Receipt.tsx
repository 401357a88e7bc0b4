import { useEffect, useRef, useState } from "react";
import { formatMoment, formatSize, shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import type { Snapshot } from "../uploader";
import { DoneList } from "./DoneList";
import type { PublicPortal } from "./portal";
import { useTitle } from "./surroundings";
import type { Visit } from "./visit";

interface Properties {
  visit: Visit;
  portal: PublicPortal;
  upload: Snapshot;
  onMore: () => void;
}

/** The end: what was sent, when, and how it can be proven. */
export function Receipt({ visit, portal, upload, onMore }: Properties) {
  const { say, language } = useTexts();
  const [finishedAt] = useState(() => new Date().toISOString());
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(say("portal-done-title", { name: portal.name }));
  useEffect(() => heading.current?.focus(), []);
  const { counts, totalBytes } = upload;
  const count = say("portal-file-count", { count: counts.done });
  return (
    <section className="card stack">
      <div className="done-head">
        <svg className="tick" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12.5l4.5 4.5L19 7.5" />
        </svg>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {say("portal-done")}
          </h1>
          <p>{say("portal-done-words", { name: portal.team_name || portal.name })}</p>
        </div>
      </div>
      <dl className="facts">
        <dt>{say("portal-name")}</dt>
        <dd>{shownName(upload.package?.name ?? "")}</dd>
        <dt>{say("portal-files")}</dt>
        <dd className="number">
          {count} · {formatSize(language, totalBytes)}
        </dd>
        <dt>{say("portal-finished-at")}</dt>
        <dd>{formatMoment(language, finishedAt)}</dd>
      </dl>
      <p>{receiptWords(say, portal, visit.sender)}</p>
      <DoneList items={upload.items} />
      <div>
        <button type="button" className="button primary" onClick={onMore}>
          {say("portal-send-more")}
        </button>
      </div>
    </section>
  );
}

function receiptWords(say: ReturnType<typeof useTexts>["say"], portal: PublicPortal, sender: string): string {
  if (portal.disable_upload_receipt) return say("portal-no-receipt");
  return sender ? say("portal-receipt", { address: sender }) : say("portal-receipt-somewhere");
}

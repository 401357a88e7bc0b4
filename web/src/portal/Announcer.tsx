import { useEffect, useRef, useState } from "react";
import { useTexts } from "../texts/texts";
import type { Snapshot } from "../uploader";
import { quarter } from "./quarter";
import { percentWords, shareOf } from "./words";

/** Speaks at every quarter and when something needs a hand, never at each tick. */
export function Announcer({ upload }: { upload: Snapshot }) {
  const texts = useTexts();
  const [spoken, setSpoken] = useState("");
  const said = useRef("");
  const share = shareOf(upload);
  const moment = `${quarter(share)} ${upload.phase} ${upload.waiting?.reason ?? ""} ${upload.counts.failed}`;
  useEffect(() => {
    if (said.current === moment) return;
    said.current = moment;
    const { say } = texts;
    if (upload.waiting) setSpoken(say(`portal-waiting-${upload.waiting.reason}`));
    else if (upload.counts.failed) setSpoken(say("portal-attention-failed", { count: upload.counts.failed }));
    else setSpoken(say("portal-spoken", { percent: percentWords(texts, share) }));
  }, [moment, share, texts, upload]);
  return (
    <p className="hidden-text" role="status">
      {spoken}
    </p>
  );
}

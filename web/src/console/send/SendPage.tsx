import { useEffect } from "react";
import { Page } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { begin, scopeOf } from "./begin";
import { DonePanel } from "./DonePanel";
import { ProgressPanel } from "./ProgressPanel";
import { SendForm } from "./SendForm";
import { currentSending, useSending } from "./store";
import { UnfinishedNote } from "./UnfinishedNote";
import "./send.css";

/** Sends files from the browser: choose, say to whom, watch it arrive. */
export function SendPage() {
  const say = useSay();
  const { team } = useSession();
  const upload = useSending();
  useEffect(() => {
    const current = currentSending();
    if (!current || (current.teamId !== team.id && current.uploader.snapshot().phase === "choosing")) begin(team.id);
  }, [team.id]);
  const uploader = currentSending()?.uploader;
  if (!upload || !uploader) return <Page title={say("send-title")}>{null}</Page>;
  const again = () => void begin(team.id);
  const isChoosing = upload.phase === "choosing" || upload.phase === "starting";
  return (
    <Page title={say("send-title")} isNarrow>
      {upload.phase === "choosing" && (
        <UnfinishedNote
          scope={scopeOf(team.id)}
          hasChosen={upload.items.length > 0}
          onContinue={() => begin(team.id)}
        />
      )}
      {isChoosing && <SendForm key={team.id} uploader={uploader} upload={upload} />}
      {upload.phase === "done" && <DonePanel upload={upload} onAgain={again} />}
      {!isChoosing && upload.phase !== "done" && <ProgressPanel uploader={uploader} upload={upload} onAgain={again} />}
    </Page>
  );
}

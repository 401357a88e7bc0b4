import { useEffect, useState } from "react";
import { Button, Section, useConfirm, useToasts } from "../../kit";
import { formatNumber, formatPercent, formatSize, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { safeShade } from "../../ui/shade";
import type { Snapshot, Uploader } from "../../uploader";
import { FileList } from "./FileList";
import { Picker } from "./Picker";
import { formatLeft, quarterOf, secondsUntil, shareOf } from "./progress";
import { ListSummary } from "./SendForm";

interface PanelProps {
  uploader: Uploader;
  upload: Snapshot;
  onAgain: () => void;
}

/** An upload under way, or one that waits for someone. */
export function ProgressPanel({ uploader, upload, onAgain }: PanelProps) {
  const say = useSay();
  const { phase } = upload;
  if (phase === "cancelled") {
    return (
      <Section title={say("send-cancelled")}>
        <Again onAgain={onAgain} />
      </Section>
    );
  }
  return (
    <Section title={titleOf(say, upload)} actions={<Controls uploader={uploader} upload={upload} />}>
      <Bar upload={upload} />
      {upload.waiting && <WaitingNote uploader={uploader} waiting={upload.waiting} />}
      {phase === "sending" && <p className="soft small">{say("send-keep-open")}</p>}
      {phase === "attention" && <Attention uploader={uploader} upload={upload} />}
      {phase === "elsewhere" && <p>{say("send-elsewhere")}</p>}
      {phase === "failed" && (
        <>
          <p className="banner bad" role="alert">
            {upload.fault && say(`send-fault-${upload.fault.kind}`)} {upload.fault?.message}
          </p>
          <Again onAgain={onAgain} />
        </>
      )}
      <ListSummary uploader={uploader} upload={upload} />
      <FileList uploader={uploader} upload={upload} />
    </Section>
  );
}

function Again({ onAgain }: { onAgain: () => void }) {
  const say = useSay();
  return (
    <div>
      <Button kind="primary" onPress={onAgain}>
        {say("send-again")}
      </Button>
    </div>
  );
}

function titleOf(say: ReturnType<typeof useSay>, upload: Snapshot): string {
  if (upload.phase === "sending") return say("send-sending", { name: shownName(upload.package?.name ?? "") });
  return say(`send-${upload.phase}`);
}

function Bar({ upload }: { upload: Snapshot }) {
  const { say, language } = useTexts();
  const share = shareOf(upload);
  const facts = [
    formatPercent(language, share),
    say("send-progress-files", {
      done: formatNumber(language, upload.counts.done),
      files: formatNumber(language, upload.counts.files),
    }),
    say("send-progress-bytes", {
      sent: formatSize(language, upload.sentBytes),
      total: formatSize(language, upload.totalBytes),
    }),
    upload.bytesPerSecond > 0 && say("send-progress-speed", { size: formatSize(language, upload.bytesPerSecond) }),
    upload.secondsLeft !== undefined && leftText(say, formatLeft(language, upload.secondsLeft)),
  ].filter((fact) => fact !== false);
  return (
    <div className="stack bar">
      <progress aria-label={say("send-progress")} max={1} value={share} style={safeShade(upload)} />
      <p className="number small">{facts.join(" · ")}</p>
      <Announcer share={share} />
    </div>
  );
}

function leftText(say: ReturnType<typeof useSay>, time: string | undefined): string {
  return time === undefined ? say("send-left-soon") : say("send-left", { time });
}

/** Speaks at each quarter and not at each tick. */
function Announcer({ share }: { share: number }) {
  const { say, language } = useTexts();
  const quarter = quarterOf(share);
  return (
    <p className="hidden-text" role="status">
      {quarter > 0 ? say("send-announce", { percent: formatPercent(language, quarter) }) : ""}
    </p>
  );
}

function Controls({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const say = useSay();
  const confirm = useConfirm();
  const toasts = useToasts();
  const cancel = async () => {
    const isSure = await confirm({
      title: say("send-cancel-title"),
      body: say("send-cancel-body"),
      action: say("send-cancel-action"),
      isDanger: true,
    });
    if (isSure) await uploader.cancel().catch(toasts.fail);
  };
  if (!["sending", "pausing", "paused", "attention"].includes(upload.phase)) return null;
  return (
    <>
      {upload.phase === "sending" && (
        <Button icon="pause" onPress={() => uploader.pause()}>
          {say("send-pause")}
        </Button>
      )}
      {(upload.phase === "paused" || upload.phase === "pausing") && (
        <Button icon="play" kind="primary" onPress={() => uploader.resume()}>
          {say("send-resume")}
        </Button>
      )}
      <Button kind="quiet" onPress={() => void cancel()}>
        {say("send-cancel")}
      </Button>
    </>
  );
}

function Attention({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const say = useSay();
  const { missing, failed } = upload.counts;
  return (
    <div className="stack">
      {(missing > 0 || upload.isListCutOff) && (
        <>
          <p>{say(upload.isListCutOff ? "send-list-cut-off" : "send-unfinished-pick")}</p>
          <Picker uploader={uploader} />
        </>
      )}
      <div className="row">
        {upload.isListCutOff && <Button onPress={uploader.completeList}>{say("send-list-complete")}</Button>}
        {failed > 0 && <Button onPress={() => uploader.retry()}>{say("send-retry-all")}</Button>}
        {failed + missing > 0 && <Button onPress={() => uploader.removeFailed()}>{say("send-give-up-failed")}</Button>}
      </div>
    </div>
  );
}

function WaitingNote({ uploader, waiting }: { uploader: Uploader; waiting: NonNullable<Snapshot["waiting"]> }) {
  const say = useSay();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="banner warn">
      <span className="grow">
        {say(`send-waiting-${waiting.reason}`, { seconds: secondsUntil(waiting.until, now) })}
      </span>
      <Button onPress={() => uploader.tryNow()}>{say("try-now")}</Button>
    </div>
  );
}

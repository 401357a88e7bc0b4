import { useEffect, useSyncExternalStore } from "react";
import { formatDuration } from "../../texts/duration";
import { formatPercent, formatSize, shownName } from "../../texts/format";
import { type PageTexts, useTexts } from "../../texts/texts";
import type { Stages } from "../stage";
import type { Snapshot } from "./board";
import type { FolderSave } from "./save";

interface Props {
  save: FolderSave;
  take: Stages["take"];
  close: () => void;
}

/** How far a save is, with its pause; and what could not be saved, and why. */
export function SaveProgress({ save, take, close }: Props) {
  const texts = useTexts();
  const { say } = texts;
  const now = useSyncExternalStore(save.subscribe, save.snapshot);
  const isOver = ["done", "stopped", "ended"].includes(now.state);
  useStay(!isOver);
  useEffect(() => {
    if (now.state === "ended") take(now.error);
  }, [now.state, now.error, take]);
  const share = now.totalBytes > 0 ? now.bytes / now.totalBytes : now.files / Math.max(1, now.totalFiles);
  return (
    <section className="saving stack" aria-label={say("download-save-title")}>
      <progress max={1} value={share} aria-label={say("download-save-title")} />
      <p className="number">{lineOf(texts, now)}</p>
      <p className="soft small">{say(`download-save-${now.state}`)}</p>
      <p className="hidden-text" role="status">
        {spokenOf(texts, now, share)}
      </p>
      <Failures now={now} />
      <div className="row">
        {now.state === "running" || now.state === "waiting" ? (
          <button type="button" className="button" onClick={() => save.pause()}>
            {say("download-pause")}
          </button>
        ) : null}
        {now.state === "waiting" ? (
          <button type="button" className="button" onClick={() => save.tryNow()}>
            {say("try-now")}
          </button>
        ) : null}
        {now.state === "paused" || now.state === "full" ? (
          <button type="button" className="button primary" onClick={() => save.resume()}>
            {say("download-resume")}
          </button>
        ) : null}
        <button type="button" className="button quiet" onClick={isOver ? close : () => save.stop()}>
          {say(isOver ? "close" : "download-stop")}
        </button>
      </div>
    </section>
  );
}

function lineOf({ say, language }: PageTexts, now: Snapshot): string {
  const parts = [
    say("download-save-files", { done: now.files, total: now.totalFiles }),
    say("download-save-bytes", {
      done: formatSize(language, now.bytes),
      total: formatSize(language, now.totalBytes),
    }),
  ];
  if (now.state === "running" && now.bytesPerSecond) {
    parts.push(say("download-save-speed", { speed: formatSize(language, now.bytesPerSecond) }));
    if (now.secondsLeft) parts.push(say("download-save-left", { time: formatDuration(language, now.secondsLeft) }));
  }
  return parts.join(" · ");
}

/** Quarters and changes of state are spoken, not every tick. */
function spokenOf({ say, language }: PageTexts, now: Snapshot, share: number): string {
  if (now.state !== "running") return say(`download-save-${now.state}`);
  const quarter = Math.floor(share * 4) / 4;
  return quarter > 0 ? formatPercent(language, quarter) : "";
}

function Failures({ now }: { now: Snapshot }) {
  const { say } = useTexts();
  if (now.failures.length === 0) return null;
  return (
    <div className="banner bad failures">
      <p>{say("download-save-failures", { count: now.failures.length })}</p>
      <ul>
        {now.failures.slice(0, 50).map(({ file, reason }) => (
          <li key={file.id}>
            {shownName([...file.folders, file.name].join("/"))}: {say(`download-save-failure-${reason}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** While it runs: asks before the page is left, and keeps the screen from switching the machine off. */
function useStay(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    const lock = navigator.wakeLock?.request("screen").catch(() => undefined);
    return () => {
      window.removeEventListener("beforeunload", ask);
      lock?.then((held) => held?.release()).catch(() => undefined);
    };
  }, [isRunning]);
}

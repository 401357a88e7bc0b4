import { formatNumber, formatSize, shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import type { Phase, Uploader, UploadItem } from "../uploader";
import { stateWords } from "./words";

interface Properties {
  item: UploadItem;
  phase: Phase;
  uploader: Uploader;
  place: number;
  count: number;
}

/** One file: its name, its size, its state in words, and what can be done with it. */
export function FileRow({ item, phase, uploader, place, count }: Properties) {
  const texts = useTexts();
  const { say, language } = texts;
  const name = shownName(item.name);
  const words = stateWords(texts, item);
  const exact = say("portal-bytes", { count: formatNumber(language, item.size) });
  return (
    <li className={`file-row ${item.state}`} aria-setsize={count} aria-posinset={place}>
      <div className="file-words">
        <p className="file-name">
          {item.path && <span className="soft">{shownName(item.path)}/</span>}
          <bdi>{name}</bdi>
        </p>
        <p className="small soft file-state">
          {item.kind === "file" && <span title={exact}>{formatSize(language, item.size)}</span>}
          {words && <span className="state">{words}</span>}
        </p>
        {item.state === "sending" && (
          <progress
            value={item.sentBytes}
            max={Math.max(1, item.size)}
            aria-label={say("portal-progress-of", { name })}
          />
        )}
      </div>
      <Actions item={item} name={name} phase={phase} uploader={uploader} />
    </li>
  );
}

function Actions({
  item,
  name,
  phase,
  uploader,
}: {
  item: UploadItem;
  name: string;
  phase: Phase;
  uploader: Uploader;
}) {
  const { say } = useTexts();
  const action = (text: string, act: (id: number) => void) => (
    <button
      type="button"
      className="button quiet small"
      aria-label={say("portal-action-for", { action: say(text), name })}
      onClick={() => act(item.id)}
    >
      {say(text)}
    </button>
  );
  const isOver = phase === "done" || phase === "finishing" || phase === "starting" || phase === "cancelled";
  if (isOver || item.state === "done") return null;
  return (
    <div className="row file-actions">
      {item.state === "failed" &&
        action(item.fault?.kind === "changed" ? "portal-start-again" : "portal-retry", uploader.retry)}
      {item.state === "sending" && phase === "sending" && action("portal-pause", uploader.pause)}
      {item.state === "paused" && action("portal-resume", uploader.resume)}
      {action("remove", uploader.remove)}
    </div>
  );
}

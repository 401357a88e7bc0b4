import { formatSize, shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import type { UploadItem } from "../uploader";

const SHOWN_MOST = 500;

/** Every file that arrived, with its size; of very many the first ones. */
export function DoneList({ items }: { items: readonly UploadItem[] }) {
  const { say, language } = useTexts();
  const done = items.filter(({ state }) => state === "done");
  if (!done.length) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reached by the keyboard
    <section className="file-rows" aria-label={say("portal-file-list")} tabIndex={0}>
      <ul>
        {done.slice(0, SHOWN_MOST).map((item) => (
          <li key={item.id} className="done-row">
            <span className="file-name">
              {item.path && <span className="soft">{shownName(item.path)}/</span>}
              <bdi>{shownName(item.name)}</bdi>
            </span>
            <span className="soft number">
              {item.kind === "folder" ? say("portal-empty-folder") : formatSize(language, item.size)}
            </span>
          </li>
        ))}
      </ul>
      {done.length > SHOWN_MOST && (
        <p className="soft small">{say("portal-and-more", { count: done.length - SHOWN_MOST })}</p>
      )}
    </section>
  );
}

import { useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "../texts/texts";
import type { Snapshot, Uploader } from "../uploader";
import { FileRow } from "./FileRow";
import { useUpload } from "./useUpload";
import { rowsInSight } from "./window";

/** More rows than these are not all drawn. */
const DRAWN_MOST = 100;
const ROW_HEIGHT = 72;

/** What was chosen, what becomes of it, and what can be done about it. */
export function FileTable({ uploader }: { uploader: Uploader }) {
  const { say } = useTexts();
  const upload = useUpload(uploader);
  const { items, counts, systemFilesLeftOut, isReading } = upload;
  if (!items.length && !systemFilesLeftOut) return null;
  return (
    <section className="stack tight" aria-label={say("portal-files")}>
      <div className="row spread">
        <h2>{say("portal-file-count", { count: counts.files })}</h2>
        <BulkActions uploader={uploader} upload={upload} />
      </div>
      {isReading && (
        <p className="small soft" role="status">
          {say("portal-reading")}
        </p>
      )}
      {items.length > 0 && <Rows uploader={uploader} upload={upload} />}
      {systemFilesLeftOut > 0 && (
        <p className="small soft">{say("portal-system-files", { count: systemFilesLeftOut })}</p>
      )}
    </section>
  );
}

function BulkActions({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const { say } = useTexts();
  const { counts, phase } = upload;
  return (
    <div className="row">
      {counts.failed > 0 && (
        <button type="button" className="button" onClick={() => uploader.retry()}>
          {say("portal-retry-failed")}
        </button>
      )}
      {phase === "attention" && counts.done > 0 && counts.failed + counts.missing > 0 && (
        <button type="button" className="button" onClick={uploader.removeFailed}>
          {say("portal-finish-without", { count: counts.failed + counts.missing })}
        </button>
      )}
      {counts.refused > 0 && (
        <button type="button" className="button" onClick={uploader.removeRefused}>
          {say("portal-remove-refused", { count: counts.refused })}
        </button>
      )}
    </div>
  );
}

function Rows({ uploader, upload }: { uploader: Uploader; upload: Snapshot }) {
  const { say } = useTexts();
  const place = useRef<HTMLElement>(null);
  const [sight, setSight] = useState({ scrolled: 0, height: 640 });
  const { items } = upload;
  const isLong = items.length > DRAWN_MOST;
  useLayoutEffect(() => {
    if (place.current) setSight({ scrolled: place.current.scrollTop, height: place.current.clientHeight });
  }, []);
  const { first, end } = isLong
    ? rowsInSight(items.length, ROW_HEIGHT, sight.scrolled, sight.height)
    : { first: 0, end: items.length };
  return (
    <section
      ref={place}
      className={isLong ? "file-rows long" : "file-rows"}
      aria-label={say("portal-file-list")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setSight({ scrolled: scrollTop, height: clientHeight })
      }
    >
      <ul style={isLong ? { blockSize: items.length * ROW_HEIGHT, paddingBlockStart: first * ROW_HEIGHT } : undefined}>
        {items.slice(first, end).map((item, index) => (
          <FileRow
            key={item.id}
            item={item}
            phase={upload.phase}
            uploader={uploader}
            place={first + index + 1}
            count={items.length}
          />
        ))}
      </ul>
    </section>
  );
}

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Button, Icon, IconButton } from "../../kit";
import { formatPercent, formatSize, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import type { Snapshot, Uploader, UploadItem } from "../../uploader";

const ROW_HEIGHT = 64;

interface FileListProps {
  uploader: Uploader;
  upload: Snapshot;
}

/** The files of an upload. Only those in sight are drawn: there may be fifty thousand. */
export function FileList({ uploader, upload }: FileListProps) {
  const say = useSay();
  const scroll = useRef<HTMLUListElement>(null);
  const rows = useVirtualizer({
    count: upload.items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  if (upload.items.length === 0) return null;
  return (
    // A list that scrolls must be reached by the keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <ul ref={scroll} className="upload-list" aria-label={say("send-list")} tabIndex={0}>
      <li className="upload-space" style={{ blockSize: rows.getTotalSize() }} aria-hidden="true" />
      {rows.getVirtualItems().map((row) => {
        const item = upload.items[row.index];
        if (!item) return null;
        return (
          <li
            key={item.id}
            aria-setsize={upload.items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start}px)`, blockSize: ROW_HEIGHT }}
          >
            <ItemRow
              item={item}
              uploader={uploader}
              canRemove={upload.phase !== "finishing" && item.state !== "done"}
            />
          </li>
        );
      })}
    </ul>
  );
}

function ItemRow({ item, uploader, canRemove }: { item: UploadItem; uploader: Uploader; canRemove: boolean }) {
  const { say, language } = useTexts();
  const name = shownName(item.path === "" ? item.name : `${item.path}/${item.name}`);
  return (
    <>
      <Icon name={item.kind} />
      <div className="grow">
        <p className="cut" title={name}>
          {name}
        </p>
        <p className="small cut">
          <span className="soft">{item.kind === "file" ? formatSize(language, item.size) : ""} </span>
          <ItemState item={item} />
        </p>
      </div>
      {item.state === "failed" && (
        <Button size="small" onPress={() => uploader.retry(item.id)}>
          {say("send-retry")}
        </Button>
      )}
      {canRemove && (
        <IconButton icon="close" label={say("send-remove-named", { name })} onPress={() => uploader.remove(item.id)} />
      )}
    </>
  );
}

function ItemState({ item }: { item: UploadItem }) {
  const { say, language } = useTexts();
  if (item.fault) {
    return (
      <span className="error-text" title={item.fault.message}>
        {say(`send-state-${item.state}`)}: {say(`send-fault-${item.fault.kind}`)} {item.fault.message ?? ""}
      </span>
    );
  }
  const percent = formatPercent(language, item.size > 0 ? item.sentBytes / item.size : 0);
  return <>{say(`send-state-${item.state}`, { percent })}</>;
}

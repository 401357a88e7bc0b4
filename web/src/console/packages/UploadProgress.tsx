import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Schemas } from "../../api/client";
import { formatNumber, formatPercent, formatSize } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import type { Package } from "./queries";

type Progress = Schemas["ProgressMessage"];

/** How far a package is that someone is uploading just now, told by its channel as it happens. */
export function UploadProgress({ one }: { one: Package }) {
  const { say, language } = useTexts();
  const progress = useProgress(one);
  const share = progress && progress.total_bytes > 0 ? progress.bytes / progress.total_bytes : undefined;
  return (
    <section className="card stack" aria-label={say("packages-uploading")}>
      <p>
        <strong>{say("packages-uploading")}</strong>
      </p>
      {share === undefined ? (
        <p className="soft">{say("packages-uploading-unknown")}</p>
      ) : (
        <>
          <progress aria-label={say("packages-uploading")} max={1} value={share} />
          <p className="small number">
            {say("packages-uploading-done", {
              percent: formatPercent(language, share),
              bytes: formatSize(language, progress?.bytes ?? 0),
              total: formatSize(language, progress?.total_bytes ?? 0),
              files: formatNumber(language, progress?.files ?? 0),
              all: formatNumber(language, progress?.total_files ?? 0),
            })}
          </p>
        </>
      )}
    </section>
  );
}

/** Where there is no stream, the package is read anew this often. */
const POLLED_EVERY_MILLIS = 5_000;

/**
 * The newest message of the upload's channel. When the package is finalized, its page is read anew. The server can refuse
 * a stream if there are many, and the browser does not try again then.
 */
function useProgress(one: Package): Progress | undefined {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const channel = one.progress_channels.find((each) => each.topic === "upload");
  const name = channel?.auth.channel_name;
  const token = channel?.auth.token;
  // The token is a new one each time that the package is read, and the old one stays good: only the channel counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (!name || !token) return;
    const events = new EventSource(
      `/v1/channels/${encodeURIComponent(name)}/events?token=${encodeURIComponent(token)}`,
    );
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as Progress;
      setProgress(message);
      if (message.state === "finalized") void queries.invalidateQueries({ queryKey: ["package"] });
    };
    let poll: ReturnType<typeof setInterval> | undefined;
    const readAnew = () => void queries.invalidateQueries({ queryKey: ["package"] });
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) poll ??= setInterval(readAnew, POLLED_EVERY_MILLIS);
    };
    return () => {
      events.close();
      clearInterval(poll);
    };
  }, [name]);
  return progress;
}

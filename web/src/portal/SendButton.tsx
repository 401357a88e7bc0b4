import { formatSize } from "../texts/format";
import { useTexts } from "../texts/texts";
import type { Uploader } from "../uploader";
import { useUpload } from "./useUpload";

/** *Send*, with what it would send. It can be pressed at any time, and then says what is missing. */
export function SendButton({ uploader, isSending }: { uploader: Uploader; isSending: boolean }) {
  const { say, language } = useTexts();
  const { counts, totalBytes, isReading } = useUpload(uploader);
  const isReady = counts.files > 0 && !isReading && !isSending;
  const size = formatSize(language, totalBytes);
  return (
    <div className="send-bar">
      <p className="soft number">
        {counts.files > 0 ? say("portal-ready", { count: counts.files, size }) : say("portal-nothing-chosen")}
      </p>
      <button
        type="submit"
        className="button primary large"
        aria-disabled={!isReady}
        onClick={(event) => {
          if (!isReady) event.preventDefault();
        }}
      >
        {say(isSending ? "portal-starting" : "portal-send")}
      </button>
    </div>
  );
}

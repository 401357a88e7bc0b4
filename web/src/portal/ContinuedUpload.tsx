import { useTexts } from "../texts/texts";
import { Choose } from "./Choose";
import { DropVeil } from "./DropVeil";
import { FileTable } from "./FileTable";
import { Progress } from "./Progress";
import type { PublicPortal } from "./portal";
import { Receipt } from "./Receipt";
import { useUpload } from "./useUpload";
import type { Visit } from "./visit";

interface Properties {
  visit: Visit;
  portal: PublicPortal;
  onOver: () => void;
}

/** An upload that goes on after a reload: its files are picked again, and only the rest is sent. */
export function ContinuedUpload({ visit, portal, onOver }: Properties) {
  const { say } = useTexts();
  const uploader = visit.uploaderOf(portal);
  const upload = useUpload(uploader);
  if (upload.phase === "done") return <Receipt visit={visit} portal={portal} upload={upload} onMore={onOver} />;
  const missing = upload.counts.missing;
  return (
    <section className="card stack">
      <DropVeil uploader={uploader} />
      <Progress uploader={uploader} portal={portal} onOver={onOver} />
      {missing > 0 && (
        <div className="stack tight">
          <p>{say("portal-pick-again", { count: missing })}</p>
          <Choose uploader={uploader} portal={portal} isCompact />
        </div>
      )}
      {upload.unmatchedFiles > 0 && (
        <p className="small">{say("portal-unmatched", { count: upload.unmatchedFiles })}</p>
      )}
      <FileTable uploader={uploader} />
    </section>
  );
}

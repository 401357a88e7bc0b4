import { type ReactNode, useEffect, useState } from "react";
import { shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import { type Unfinished as Found, findUnfinished, forgetUnfinished } from "../uploader";
import { ContinuedUpload } from "./ContinuedUpload";
import { Greeting } from "./Greeting";
import type { PublicPortal } from "./portal";
import type { Visit } from "./visit";
import { percentWords } from "./words";

interface Properties {
  visit: Visit;
  portal: PublicPortal;
  children: ReactNode;
}

/** Offers to go on with an upload that this browser began; else, and after a no, shows what it holds. */
export function Unfinished({ visit, portal, children }: Properties) {
  const [found, setFound] = useState<Found | null>();
  const [isTaken, setTaken] = useState(false);
  useEffect(() => {
    findUnfinished(visit.scope).then(
      ([first]) => setFound(first ?? null),
      () => setFound(null),
    );
  }, [visit]);

  if (found === undefined) return null;
  if (found === null) return children;
  if (isTaken) {
    return (
      <ContinuedUpload
        visit={visit}
        portal={portal}
        onOver={() => {
          visit.startOver();
          setTaken(false);
          setFound(null);
        }}
      />
    );
  }
  const take = () => {
    const uploader = visit.continued(portal);
    setTaken(true);
    void uploader.adopt(found.packageId).then(() => {
      if (found.hasHandles) void uploader.reopen();
    });
  };
  const forget = () => {
    setFound(null);
    // If the server does not answer, it is offered again the next time.
    forgetUnfinished(found.packageId).catch(() => undefined);
  };
  return <Question portal={portal} found={found} onTake={take} onForget={forget} onLater={() => setFound(null)} />;
}

interface QuestionProperties {
  portal: PublicPortal;
  found: Found;
  onTake: () => void;
  onForget: () => void;
  onLater: () => void;
}

function Question({ portal, found, onTake, onForget, onLater }: QuestionProperties) {
  const texts = useTexts();
  const { say } = texts;
  const percent = percentWords(texts, found.totalBytes ? found.sentBytes / found.totalBytes : 0);
  const name = shownName(found.packageName);
  return (
    <section className="card stack">
      <Greeting portal={portal} />
      <div className="card stack sunken">
        <h2>{say("portal-unfinished", { name, percent })}</h2>
        <p className="soft">{say(found.isElsewhere ? "portal-unfinished-elsewhere" : "portal-unfinished-safe")}</p>
        <div className="row">
          <button type="button" className="button primary" onClick={onTake}>
            {say(found.isElsewhere ? "portal-unfinished-watch" : "portal-unfinished-continue")}
          </button>
          <button type="button" className="button" onClick={onLater}>
            {say("portal-unfinished-new")}
          </button>
          {!found.isElsewhere && (
            <button type="button" className="button quiet" onClick={onForget}>
              {say("portal-unfinished-forget")}
            </button>
          )}
        </div>
        <p className="small soft">{say("portal-unfinished-forget-help")}</p>
      </div>
    </section>
  );
}

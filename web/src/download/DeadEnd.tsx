import { useEffect, useRef } from "react";
import { type Say, useSay } from "../texts/texts";
import { type End, mayPass } from "./end";

interface Props {
  end: End;
  sender: string;
  again: () => void;
}

/** Says why there is nothing to be had here, and what to do now. */
export function DeadEnd({ end, sender, again }: Props) {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="card stack dead-end">
      <h1 ref={heading} tabIndex={-1}>
        {say(`download-end-${end.kind}`)}
      </h1>
      <p>{explain(say, end)}</p>
      {asksSender(end) ? (
        <p>{sender ? say("download-end-ask", { sender }) : say("download-end-ask-somebody")}</p>
      ) : null}
      {mayPass(end.kind) ? (
        <div>
          <button type="button" className="button primary" onClick={again}>
            {say("try-again")}
          </button>
        </div>
      ) : null}
      <Reference end={end} />
    </div>
  );
}

const asksSender = (end: End): boolean => !["network", "pace", "fault", "incomplete"].includes(end.kind);

function explain(say: Say, end: End): string {
  if (end.kind === "network") return say("error-network");
  if (end.kind === "pace" && end.wait) return say("error-pace", { seconds: end.wait });
  return say(`download-end-${end.kind}-text`);
}

/** The same in a line, where the page itself goes on. */
export function Trouble({ end }: { end: End }) {
  const say = useSay();
  return (
    <div className="banner bad" role="alert">
      <span>{explain(say, end)}</span>
      <Reference end={end} />
    </div>
  );
}

function Reference({ end }: { end: End }) {
  const say = useSay();
  return end.requestId ? <small className="reference">{say("error-reference", { id: end.requestId })}</small> : null;
}

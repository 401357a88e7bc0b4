import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { LinkButton } from "../../kit";
import { formatPercent } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { shareOf } from "./progress";
import { isUnderWay, useSending } from "./store";

/** In the bar above every page: an upload goes on, and this is the way back to it. Else the way to a new one. */
export function RunningLink() {
  const { say, language } = useTexts();
  const upload = useSending();
  const { pathname } = useLocation();
  useTitle(isUnderWay(upload) && upload ? formatPercent(language, shareOf(upload)) : undefined, pathname);
  if (!upload || !isUnderWay(upload) || pathname === "/send") {
    return (
      <LinkButton href="/send" kind="primary" icon="send">
        <span className="wide-text">{say("frame-send")}</span>
      </LinkButton>
    );
  }
  return (
    <LinkButton href="/send" icon="send">
      {say("send-running", { percent: formatPercent(language, shareOf(upload)) })}
    </LinkButton>
  );
}

/** Whoever looks at another tab sees how far it is: `43 % – Send files`. */
function useTitle(percent: string | undefined, pathname: string): void {
  const prefix = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets a title of its own.
  useEffect(() => {
    const { title } = document;
    const plain = title.startsWith(prefix.current) ? title.slice(prefix.current.length) : title;
    prefix.current = percent === undefined ? "" : `${percent} – `;
    document.title = prefix.current + plain;
  }, [percent, pathname]);
}

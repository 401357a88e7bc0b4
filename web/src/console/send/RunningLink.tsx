import { useLocation } from "@tanstack/react-router";
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

import { useState } from "react";
import { useSay } from "../texts/texts";

const HUGE_BYTES = 50_000_000_000;
const HUGE_FILES = 1000;

/** From here on a browser is the harder way. */
export const isHuge = (bytes: number, files: number): boolean => bytes > HUGE_BYTES || files > HUGE_FILES;

/** The agent goes on after anything. The secret in the command is the visitor's own, and is copied rather than shown. */
export function AgentAdvice({ secret }: { secret: string }) {
  const say = useSay();
  const [state, setState] = useState<"hidden" | "copied" | "shown">("hidden");
  const command = (shown: string) => `tonnage-agent get "${location.origin}${location.pathname}?secret=${shown}"`;
  const whole = command(encodeURIComponent(secret));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      setState("copied");
    } catch {
      // Without a safe connection there is no clipboard: then it is shown, to be copied by hand.
      setState("shown");
    }
  };
  return (
    <aside className="advice stack" aria-labelledby="advice">
      <h2 id="advice">{say("download-agent-title")}</h2>
      <p>{say("download-agent-text")}</p>
      <div className="command-line">
        <code>{state === "shown" ? whole : command("••••••")}</code>
        <button type="button" className="button" onClick={() => void copy()}>
          {say(state === "copied" ? "copied" : "copy")}
        </button>
      </div>
      <p className="hidden-text" role="status">
        {state === "copied" ? say("copied") : ""}
      </p>
    </aside>
  );
}

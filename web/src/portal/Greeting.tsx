import { useTexts } from "../texts/texts";
import type { PublicPortal } from "./portal";

/** Whom the files go to, and what they want to say. */
export function Greeting({ portal }: { portal: PublicPortal }) {
  const { say } = useTexts();
  return (
    <div className="stack tight">
      <h1>{say("portal-title", { name: portal.name })}</h1>
      {portal.message && <p className="portal-message">{portal.message}</p>}
    </div>
  );
}

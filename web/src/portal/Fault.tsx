import { CallError } from "../api/client";
import { type PageTexts, useTexts } from "../texts/texts";

/** What happened, in the visitor's language where we have words for it. */
function words({ say }: PageTexts, fault: unknown): string {
  if (!(fault instanceof CallError)) return say("error-reason", { reason: String(fault) });
  if (fault.status === 0) return say("error-network");
  if (fault.status === 429) return say("error-pace", { seconds: fault.retryAfter ?? 60 });
  if (fault.status === 403) return say("portal-closed");
  if (fault.status >= 500) return say("portal-server-trouble");
  return say("error-reason", { reason: fault.message });
}

/** An error of a call, with what to do next and the reference for whoever is asked for help. */
export function Fault({ fault, onRetry }: { fault: unknown; onRetry?: () => void }) {
  const texts = useTexts();
  const { say } = texts;
  const id = fault instanceof CallError ? fault.requestId : "";
  return (
    <div className="banner bad" role="alert">
      <div className="grow">
        <p>{words(texts, fault)}</p>
        {id && (
          <p className="small row">
            <span>{say("error-reference", { id })}</span>
            <CopyButton text={id} />
          </p>
        )}
      </div>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {say("try-again")}
        </button>
      )}
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { say } = useTexts();
  return (
    <button type="button" className="button quiet small" onClick={() => void navigator.clipboard?.writeText(text)}>
      {say("copy")}
    </button>
  );
}

import type { Schemas } from "../api/client";
import { useTexts } from "../texts/texts";
import { webAddress } from "./portal";

interface Properties {
  terms: Schemas["TermsOfService"];
  id: string;
  isAccepted: boolean;
  isMissing: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** The customer's own terms, to be accepted before anything is sent. */
export function Terms({ terms, id, isAccepted, isMissing, onChange }: Properties) {
  const { say } = useTexts();
  const address = webAddress(terms.checkbox_url ?? "");
  return (
    <section className="card stack tight sunken" aria-label={terms.title || say("portal-terms")}>
      <h2>{terms.title || say("portal-terms")}</h2>
      {terms.description && <p className="portal-message small">{terms.description}</p>}
      <div className="field">
        <label className="choice">
          <input
            id={id}
            type="checkbox"
            checked={isAccepted}
            required
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span>{terms.checkbox_label || say("portal-terms-accept")}</span>
        </label>
        {isMissing && (
          <span className="error" id={`${id}-error`}>
            {say("portal-terms-missing")}
          </span>
        )}
      </div>
      {address && (
        <p className="small">
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            {say("portal-terms-read")}
          </a>
        </p>
      )}
    </section>
  );
}

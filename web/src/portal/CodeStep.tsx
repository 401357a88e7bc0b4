import { type FormEvent, useRef, useState } from "react";
import { CallError } from "../api/client";
import { useTexts } from "../texts/texts";
import { Fault } from "./Fault";
import { Greeting } from "./Greeting";
import { type FormElement, formByCode, type PublicPortal } from "./portal";
import type { Visit } from "./visit";

interface Properties {
  visit: Visit;
  portal: PublicPortal;
  onOpen: (form: FormElement[] | null) => void;
}

/** Asks for the access code: one field, in which pasting works, and a wrong code loses nothing. */
export function CodeStep({ visit, portal, onOpen }: Properties) {
  const { say } = useTexts();
  const [code, setCode] = useState(visit.code);
  const [fault, setFault] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isWrong = fault instanceof CallError && fault.status === 401;

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isAsking || !code) return;
    setAsking(true);
    setFault(undefined);
    try {
      const form = await formByCode(portal, code);
      visit.code = code;
      onOpen(form);
    } catch (cause) {
      setFault(cause);
      setAsking(false);
      field.current?.focus();
    }
  }

  return (
    <form className="card stack" onSubmit={open}>
      <Greeting portal={portal} />
      <div className="field">
        <label htmlFor="code">{say("portal-code")}</label>
        <span className="help" id="code-help">
          {say("portal-code-help")}
        </span>
        <input
          ref={field}
          id="code"
          className="input"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-describedby={isWrong ? "code-help code-error" : "code-help"}
          aria-invalid={isWrong}
        />
        {isWrong && (
          <span className="error" id="code-error" role="alert">
            {say("portal-code-wrong")}
          </span>
        )}
      </div>
      {fault !== undefined && !isWrong && <Fault fault={fault} />}
      <div>
        <button type="submit" className="button primary large" aria-disabled={isAsking}>
          {say("continue")}
        </button>
      </div>
    </form>
  );
}

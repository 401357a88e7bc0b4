import { type FormEvent, useId, useLayoutEffect, useState } from "react";
import { CallError } from "../api/client";
import { useTexts } from "../texts/texts";
import type { Uploader } from "../uploader";
import { Fault } from "./Fault";
import { FormField } from "./FormField";
import { fieldId, type Mistakes, mistakes, OWN_SENDER, ownFields, shownFields, TERMS, type Values } from "./form";
import { rememberedSender, rememberSender, writeDraft } from "./memory";
import { OwnFields } from "./OwnFields";
import type { FormElement, PublicPortal } from "./portal";
import { SendButton } from "./SendButton";
import { Terms } from "./Terms";

interface Properties {
  portal: PublicPortal;
  form: readonly FormElement[];
  first: Values;
  uploader: Uploader;
  isSending: boolean;
  fault: unknown;
  onSend: (values: Values) => Promise<void>;
}

/** What is asked beside the files. Nothing that was typed is lost, whatever happens. */
export function Details({ portal, form, first, uploader, isSending, fault, onSend }: Properties) {
  const { say } = useTexts();
  const [values, setValues] = useState<Values>(() => ({ [OWN_SENDER]: rememberedSender(), ...first }));
  const [found, setFound] = useState<Mistakes>({});
  const [isRemembered, setRemembered] = useState(() => rememberedSender() !== "");
  const prefix = useId();
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  // Before the next frame: a reload may come right after the last key.
  useLayoutEffect(() => writeDraft(portal.subdomain, values), [portal, values]);

  function send(event: FormEvent): void {
    event.preventDefault();
    const wrong = mistakes(portal, form, values);
    setFound(wrong);
    const [firstWrong] = Object.keys(wrong);
    if (firstWrong !== undefined) focusField(fieldId(prefix, firstWrong));
    else {
      rememberSender(isRemembered ? (values[OWN_SENDER] ?? "") : "");
      void onSend(values);
    }
  }
  const shared = { prefix, values, mistakes: found, serverMistake: serverMistakes(fault), set };
  return (
    <form className="stack" onSubmit={send} noValidate>
      <OwnFields
        {...shared}
        own={ownFields(form)}
        portal={portal}
        isRemembered={isRemembered}
        setRemembered={setRemembered}
      />
      {shownFields(form).map((field) => (
        <FormField key={field.name} {...shared} field={field} />
      ))}
      {portal.terms_of_service_enabled && (
        <Terms
          terms={portal.terms_of_service}
          id={fieldId(prefix, TERMS)}
          isAccepted={Boolean(values[TERMS])}
          isMissing={found[TERMS] !== undefined}
          onChange={(isAccepted) => set(TERMS, isAccepted ? "true" : "")}
        />
      )}
      {fault !== undefined && <Fault fault={fault} />}
      {Object.keys(found).length > 0 && (
        <p className="error-text" role="alert">
          {say("portal-mistakes", { count: Object.keys(found).length })}
        </p>
      )}
      <SendButton uploader={uploader} isSending={isSending} />
    </form>
  );
}

/** What the server has against single fields. */
function serverMistakes(fault: unknown): (name: string) => string | undefined {
  return (name) => (fault instanceof CallError ? fault.fieldMessage(name) : undefined);
}

function focusField(id: string): void {
  const place = document.getElementById(id);
  const target = place?.matches("input, textarea, select") ? place : place?.querySelector<HTMLElement>("input, select");
  target?.focus();
}

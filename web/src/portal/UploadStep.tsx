import { useState } from "react";
import { CallError } from "../api/client";
import { Choose } from "./Choose";
import { Details } from "./Details";
import { DropVeil } from "./DropVeil";
import { FileTable } from "./FileTable";
import type { Values } from "./form";
import { Greeting } from "./Greeting";
import { readDraft } from "./memory";
import { Progress } from "./Progress";
import type { FormElement, PublicPortal } from "./portal";
import { Receipt } from "./Receipt";
import { usePhase } from "./useUpload";
import type { Visit } from "./visit";

interface Properties {
  visit: Visit;
  portal: PublicPortal;
  form: FormElement[] | null;
  onCodeRefused: () => void;
}

/** Files, form, terms and *Send* in one card; then the progress in its place; then the receipt. */
export function UploadStep({ visit, portal, form, onCodeRefused }: Properties) {
  const [round, setRound] = useState(0);
  const uploader = visit.uploaderOf(portal);
  const phase = usePhase(uploader);
  const [fault, setFault] = useState<unknown>();

  async function send(values: Values): Promise<void> {
    setFault(undefined);
    try {
      await visit.send(form, values);
    } catch (cause) {
      if (cause instanceof CallError && cause.status === 401) onCodeRefused();
      setFault(cause);
    }
  }
  const startOver = () => {
    visit.startOver();
    setRound(round + 1);
  };

  if (phase === "done") {
    return <Receipt visit={visit} portal={portal} upload={uploader.snapshot()} onMore={startOver} />;
  }
  if (phase !== "choosing" && phase !== "starting") {
    return (
      <section className="card stack">
        <DropVeil uploader={uploader} />
        <Progress uploader={uploader} portal={portal} onOver={startOver} />
        <FileTable uploader={uploader} />
      </section>
    );
  }
  return (
    <section className="card stack" key={round}>
      <DropVeil uploader={uploader} />
      <Greeting portal={portal} />
      <Choose uploader={uploader} portal={portal} />
      <FileTable uploader={uploader} />
      <Details
        portal={portal}
        form={form ?? []}
        first={readDraft(visit.subdomain)}
        uploader={uploader}
        isSending={phase === "starting"}
        fault={fault}
        onSend={send}
      />
    </section>
  );
}

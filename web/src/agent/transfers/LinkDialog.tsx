import { useState } from "react";
import { Dialog, Form, NumberField, SecretBox, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { call, type Schemas } from "../api";
import type { Transfer } from "../picture";

/** A link to what was sent. One without an address is shown once, to be handed on. */
export function LinkDialog({ transfer, close }: { transfer: Transfer; close: () => void }) {
  const say = useSay();
  const [made, setMade] = useState<Schemas["AgentLink"]>();
  const form = useForm({
    initial: { email: "", password: "", access_limit: undefined as number | undefined },
    send: ({ email, password, access_limit }) =>
      call<Schemas["AgentLink"]>("POST", `/uploads/${transfer.id}/link`, {
        body: { email: email || undefined, password: password || undefined, access_limit },
      }),
    done: setMade,
  });
  return (
    <Dialog title={say("agent-link")} isOpen onClose={close}>
      {made ? (
        made.url ? (
          <SecretBox label={say("agent-link-address")} secret={made.url} fileName="link.txt" />
        ) : (
          <p className="banner good">{say("agent-link-mailed", { email: made.email })}</p>
        )
      ) : (
        <Form form={form} action={say("agent-link-make")} onCancel={close}>
          <TextField
            label={say("agent-field-recipient")}
            help={say("agent-link-help")}
            type="email"
            {...form.field("email")}
          />
          <TextField
            label={say("agent-field-download-password")}
            type="password"
            autoComplete="new-password"
            {...form.field("password")}
          />
          <NumberField label={say("agent-field-download-limit")} min={1} {...form.field("access_limit")} />
        </Form>
      )}
    </Dialog>
  );
}

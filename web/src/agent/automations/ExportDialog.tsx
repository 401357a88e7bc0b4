import { Dialog, Form, saveText, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { call, type Schemas } from "../api";

/** It travels in a header, which takes plain letters alone. */
const GOOD = /^[!-~][ -~]{6,}[!-~]$/;

/** Saves an automation as a file for another agent. Its passwords go along only behind a passphrase. */
export function ExportDialog({ path, name, close }: { path: string; name: string; close: () => void }) {
  const say = useSay();
  const form = useForm({
    initial: { passphrase: "" },
    check: ({ passphrase }) =>
      passphrase === "" || GOOD.test(passphrase) ? {} : { passphrase: say("agent-passphrase-short") },
    send: ({ passphrase }) =>
      call<Schemas["ExportedAutomation"]>("GET", `${path}/export`, {
        headers: passphrase ? { "X-Passphrase": passphrase } : {},
      }),
    done: ({ data }) => {
      saveText(`${name}.tonnage-automation`, data, "text/plain");
      close();
    },
  });
  return (
    <Dialog title={say("agent-export")} isOpen onClose={close}>
      <Form form={form} action={say("agent-export")} onCancel={close}>
        <TextField
          label={say("agent-passphrase")}
          help={say("agent-passphrase-help")}
          type="password"
          autoComplete="new-password"
          {...form.field("passphrase")}
        />
      </Form>
    </Dialog>
  );
}

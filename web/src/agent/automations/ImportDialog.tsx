import { Dialog, Field, Form, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { call, type Schemas } from "../api";
import { useStore } from "../context";

/** Takes in what an export gave, whole or not at all. */
export function ImportDialog({ close }: { close: () => void }) {
  const say = useSay();
  const store = useStore();
  const toasts = useToasts();
  const form = useForm({
    initial: { data: "", passphrase: "" },
    check: ({ data }) => (data.trim() === "" ? { data: say("agent-needed") } : {}),
    send: ({ data, passphrase }) =>
      call<Schemas["ImportedAutomations"]>("POST", "/automations/import", {
        body: { data: data.trim(), passphrase: passphrase || undefined },
      }),
    done: ({ automations }) => {
      toasts.say(say("agent-imported", { count: automations.length }));
      void store.refresh();
      close();
    },
  });
  const read = async (file: File | undefined) => {
    if (file) form.set({ data: await file.text() });
  };
  return (
    <Dialog title={say("agent-import")} isOpen onClose={close}>
      <Form form={form} action={say("agent-import")} onCancel={close}>
        <Field field={{ label: say("agent-import-file") }}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              onChange={(event) => void read(event.target.files?.[0])}
            />
          )}
        </Field>
        <TextField label={say("agent-import-data")} lines={4} isCode {...form.field("data")} />
        <TextField
          label={say("agent-passphrase")}
          help={say("agent-import-passphrase-help")}
          type="password"
          autoComplete="off"
          {...form.field("passphrase")}
        />
      </Form>
    </Dialog>
  );
}

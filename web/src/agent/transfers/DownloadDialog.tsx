import { Dialog, Form, NumberField, Switch, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { call } from "../api";
import { useStore } from "../context";
import { PathField } from "../PathField";

const REMEMBERED = "tonnage.agent.folder";

/** Fetches what a link leads to. */
export function DownloadDialog({ close }: { close: () => void }) {
  const say = useSay();
  const store = useStore();
  const toasts = useToasts();
  const form = useForm({
    initial: {
      url: "",
      dst_folder: localStorage.getItem(REMEMBERED) ?? "",
      password: "",
      create_package_folder: true,
      priority: 0 as number | undefined,
    },
    check: ({ url, dst_folder }) => ({
      ...(url.trim() === "" ? { url: say("agent-needed") } : {}),
      ...(dst_folder.startsWith("/") ? {} : { dst_folder: say("agent-path-absolute") }),
    }),
    send: ({ password, ...values }) =>
      call("POST", "/downloads", { body: { ...values, url: values.url.trim(), password: password || undefined } }),
    done: (_, { dst_folder }) => {
      localStorage.setItem(REMEMBERED, dst_folder);
      toasts.say(say("agent-download-started"));
      void store.refresh();
      close();
    },
  });
  return (
    <Dialog title={say("agent-new-download")} isOpen onClose={close}>
      <Form form={form} action={say("agent-start-download")} onCancel={close}>
        <TextField
          label={say("agent-field-url")}
          help={say("agent-field-url-help")}
          isRequired
          isCode
          autoComplete="off"
          {...form.field("url")}
        />
        <PathField label={say("agent-field-dst-folder")} kind="folder" isRequired {...form.field("dst_folder")} />
        <Switch label={say("agent-field-create-package-folder")} {...form.flag("create_package_folder")} />
        <TextField
          label={say("agent-field-download-password")}
          type="password"
          autoComplete="off"
          {...form.field("password")}
        />
        <NumberField
          label={say("agent-field-priority")}
          help={say("agent-field-priority-help")}
          {...form.field("priority")}
        />
      </Form>
    </Dialog>
  );
}

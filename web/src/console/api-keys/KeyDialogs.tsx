import { useQueryClient } from "@tanstack/react-query";
import {
  Button,
  Buttons,
  DateTimeField,
  Dialog,
  Form,
  type FormState,
  SecretBox,
  Switch,
  TextField,
  useForm,
  useToasts,
} from "../../kit";
import { isNever } from "../../texts/format";
import { type Say, useSay } from "../../texts/texts";
import { type CreatedKey, useKeyCalls, type WriteKey } from "./calls";
import type { ApiKey } from "./state";

interface KeyValues {
  name: string;
  description: string;
  /** Empty for a key that does not expire. */
  expiry: string;
  isActive: boolean;
}

function bodyOf({ name, description, expiry, isActive }: KeyValues): WriteKey {
  return { name, description, ...(expiry && { expiry }), state: isActive ? "active" : "inactive" };
}

function check(say: Say, { expiry }: KeyValues) {
  return expiry !== "" && new Date(expiry) <= new Date() ? { expiry: say("keys-expiry-past") } : {};
}

function KeyFields({ form }: { form: FormState<KeyValues> }) {
  const say = useSay();
  return (
    <>
      <TextField
        label={say("keys-name-field")}
        help={say("keys-name-help")}
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <TextField label={say("keys-description-field")} lines={2} {...form.field("description")} />
      <DateTimeField label={say("keys-expiry-field")} help={say("keys-expiry-help")} {...form.field("expiry")} />
      <Switch label={say("keys-active-field")} help={say("keys-active-help")} {...form.flag("isActive")} />
    </>
  );
}

interface CreateProps {
  onClose: () => void;
  onCreated: (created: CreatedKey) => void;
}

/** Asks what the key is for. The key itself is shown by another dialog, which nothing closes by accident. */
export function CreateKeyDialog({ onClose, onCreated }: CreateProps) {
  const say = useSay();
  const calls = useKeyCalls();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: "", description: "", expiry: "", isActive: true },
    check: (values: KeyValues) => check(say, values),
    send: (values) => calls.create(bodyOf(values)),
    done: (created) => {
      void queries.invalidateQueries({ queryKey: ["api-keys"] });
      onClose();
      onCreated(created);
    },
  });
  return (
    <Dialog title={say("keys-create-title")} isOpen onClose={onClose}>
      <Form form={form} action={say("keys-create")} onCancel={onClose}>
        <KeyFields form={form} />
      </Form>
    </Dialog>
  );
}

/** The one time that the key is seen. */
export function CreatedKeyDialog({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const say = useSay();
  const name = created.name || say("keys-unnamed");
  return (
    <Dialog title={say("keys-created-title")} isOpen onClose={onClose} isFirm>
      <p>{say("keys-created-text")}</p>
      <SecretBox label={say("keys-created-label", { name })} secret={created.key} fileName="tonnage-api-key" />
      <Buttons>
        <Button onPress={onClose}>{say("keys-created-close")}</Button>
      </Buttons>
    </Dialog>
  );
}

/** Changes what a key is called and how long it is good; never the key itself. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const say = useSay();
  const calls = useKeyCalls();
  const toasts = useToasts();
  const queries = useQueryClient();
  const name = apiKey.name || say("keys-unnamed");
  const former = isNever(apiKey.expiry) ? "" : (apiKey.expiry ?? "");
  const form = useForm({
    initial: {
      name: apiKey.name,
      description: apiKey.description,
      expiry: former,
      isActive: apiKey.state === "active",
    },
    // A key that has expired may keep its end while its name is changed.
    check: (values: KeyValues) => (values.expiry === former ? {} : check(say, values)),
    send: (values) => calls.update(apiKey.id, bodyOf(values)),
    done: () => {
      toasts.say(say("keys-saved-done", { name }));
      void queries.invalidateQueries({ queryKey: ["api-keys"] });
      onClose();
    },
  });
  return (
    <Dialog title={say("keys-edit-title", { name })} isOpen onClose={onClose}>
      <Form form={form} action={say("save")} onCancel={onClose} isDisabled={!form.isChanged}>
        <KeyFields form={form} />
      </Form>
    </Dialog>
  );
}

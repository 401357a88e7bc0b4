import { useQueryClient } from "@tanstack/react-query";
import {
  Button,
  Buttons,
  Checkbox,
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
import { type CreatedKey, type UpdateKey, useKeyCalls, type WriteKey } from "./calls";
import { type ApiKey, SCOPES } from "./state";

/** The date-time that stands for none. */
const NEVER = "0001-01-01T00:00:00.000Z";

interface KeyValues {
  name: string;
  description: string;
  /** Empty for a key that does not expire. */
  expiry: string;
  isActive: boolean;
  scopes: readonly string[];
}

function bodyOf({ name, description, expiry, isActive, scopes }: KeyValues): WriteKey {
  return { name, description, ...(expiry && { expiry }), state: stateOf(isActive), scopes: [...scopes] };
}

/** What is not sent stays as it is, so no end is sent as well. */
function changeOf({ name, description, expiry, isActive, scopes }: KeyValues): UpdateKey {
  return { name, description, expiry: expiry || NEVER, state: stateOf(isActive), scopes: [...scopes] };
}

const stateOf = (isActive: boolean) => (isActive ? "active" : "inactive");

function check(say: Say, values: KeyValues, former?: string) {
  const isPast = values.expiry !== "" && values.expiry !== former && new Date(values.expiry) <= new Date();
  return {
    ...(isPast ? { expiry: say("keys-expiry-past") } : {}),
    ...(values.scopes.length === 0 ? { scopes: say("keys-scopes-missing") } : {}),
  };
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
      <ScopeChoice form={form} />
      <Switch label={say("keys-active-field")} help={say("keys-active-help")} {...form.flag("isActive")} />
    </>
  );
}

function ScopeChoice({ form }: { form: FormState<KeyValues> }) {
  const say = useSay();
  const { scopes } = form.values;
  const { error } = form.field("scopes");
  const toggle = (scope: string, isOn: boolean) =>
    form.set({ scopes: SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))) });
  return (
    <fieldset className="field" aria-describedby={error ? "scopes-error" : undefined}>
      <legend>{say("keys-scopes-field")}</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={say(`keys-scope-${scope}`)}
          help={say(`keys-scope-${scope}-help`)}
          isSelected={scopes.includes(scope)}
          onChange={(isOn) => toggle(scope, isOn)}
        />
      ))}
      {error && (
        <p className="error" id="scopes-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
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
  const form = useForm<KeyValues, CreatedKey>({
    initial: { name: "", description: "", expiry: "", isActive: true, scopes: SCOPES },
    check: (values) => check(say, values),
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

/** Changes what a key is called, what it may be used for and how long it is good; never the key itself. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const say = useSay();
  const calls = useKeyCalls();
  const toasts = useToasts();
  const queries = useQueryClient();
  const name = apiKey.name || say("keys-unnamed");
  const former = isNever(apiKey.expiry) ? "" : (apiKey.expiry ?? "");
  const form = useForm<KeyValues, ApiKey>({
    initial: {
      name: apiKey.name,
      description: apiKey.description,
      expiry: former,
      isActive: apiKey.state === "active",
      scopes: apiKey.scopes,
    },
    // A key that has expired may keep its end while its name is changed.
    check: (values) => check(say, values, former),
    send: (values) => calls.update(apiKey.id, changeOf(values)),
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

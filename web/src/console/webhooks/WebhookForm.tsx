import { answer, api, CallError } from "../../api/client";
import { ACCOUNT } from "../../facts/limits";
import { WEBHOOK_EVENTS } from "../../facts/webhooks";
import { Checkbox, Form, type FormState, RadioGroup, Switch, TextField, useForm } from "../../kit";
import { type Say, useSay } from "../../texts/texts";
import { useTeamId } from "../shared/data";
import { doubledNames, METHODS, urlProblem, type Webhook, type WebhookDraft, webhookBodyOf } from "./draft";
import { PairsEditor } from "./PairsEditor";
import { eventText } from "./WebhooksPage";

/** A webhook as the server gives it when it was made. */
export type MadeWebhook = Webhook & { signing_secret?: string };

interface WebhookFormProps {
  initial: WebhookDraft;
  id?: string;
  onSaved: (webhook: MadeWebhook) => void;
}

/** What a webhook is called, where it goes, of what it hears, and what is sent along. */
export function WebhookForm({ initial, id, onSaved }: WebhookFormProps) {
  const say = useSay();
  const team = useTeamId();
  const form = useForm<WebhookDraft, MadeWebhook>({
    initial,
    follows: id !== undefined,
    check: (draft) => problemsOf(say, draft),
    send: async (draft) => {
      const body = webhookBodyOf(draft);
      const call = id
        ? api.PUT("/v1/custom_webhooks/{custom_webhook_id}", { params: { path: { custom_webhook_id: id } }, body })
        : api.POST("/v1/teams/{team_id}/custom_webhooks", { params: { path: { team_id: team } }, body });
      return answer<MadeWebhook>(call).catch((error) => Promise.reject(withDraftNames(error)));
    },
    done: onSaved,
  });
  return (
    <Form form={form} action={say(id ? "save" : "webhooks-create")}>
      <TextField label={say("webhooks-name")} {...form.field("name")} maxLength={ACCOUNT.NAME_LONGEST} />
      <TextField
        label={say("webhooks-url")}
        help={say("webhooks-url-help")}
        type="url"
        inputMode="url"
        isRequired
        isCode
        placeholder="https://"
        {...form.field("url")}
      />
      <EventChoice form={form} />
      <RadioGroup
        label={say("webhooks-method")}
        isInline
        options={METHODS.map((method) => ({ value: method, label: method }))}
        {...form.field("method")}
      />
      <PairsEditor
        label={say("webhooks-headers")}
        help={say("webhooks-headers-help")}
        ignoresCase
        placeholder="Authorization"
        {...form.field("headers")}
      />
      <PairsEditor
        label={say("webhooks-extras")}
        help={say("webhooks-extras-help")}
        placeholder="project"
        {...form.field("extras")}
      />
      <Switch label={say("webhooks-active")} help={say("webhooks-active-help")} {...form.flag("active")} />
    </Form>
  );
}

function EventChoice({ form }: { form: FormState<WebhookDraft> }) {
  const say = useSay();
  const { events } = form.values;
  const { error } = form.field("events");
  const toggle = (event: string, isOn: boolean) =>
    form.set({ events: isOn ? [...events, event] : events.filter((each) => each !== event) });
  return (
    <fieldset className="field" aria-describedby={error ? "events-error" : undefined}>
      <legend>{say("webhooks-events")}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          label={say(eventText(event))}
          help={<code>{event}</code>}
          isSelected={events.includes(event)}
          onChange={(isOn) => toggle(event, isOn)}
        />
      ))}
      {error && (
        <p className="error" id="events-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function problemsOf(say: Say, draft: WebhookDraft) {
  const problem = urlProblem(draft.url);
  const isDoubled = doubledNames(draft.headers, true).size > 0;
  return {
    ...(problem ? { url: say(`webhooks-url-${problem}`) } : {}),
    ...(draft.events.length === 0 ? { events: say("webhooks-events-missing") } : {}),
    ...(isDoubled ? { headers: say("webhooks-names-doubled") } : {}),
    ...(doubledNames(draft.extras, false).size > 0 ? { extras: say("webhooks-names-doubled") } : {}),
  };
}

/** The form calls `body_extras` by a shorter name. */
function withDraftNames(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const fields = error.fields.map((each) => ({ ...each, field: each.field.replace(/^body_extras/, "extras") }));
  return new CallError(error.status, error.code, error.message, fields, error.requestId, error.retryAfter, error.body);
}

import { AGENT_SETTINGS } from "../../facts/limits";
import { Form, Loading, NumberField, Section, Switch, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { call, type Schemas } from "../api";
import { useAgent } from "../context";
import { RateForm } from "./RateForm";

/** How fast and how much at once. */
export function SettingsTab() {
  const { settings } = useAgent();
  if (!settings) return <Loading />;
  return (
    <div className="stack">
      <RateForm kind="upload" limit={settings.upload_rate_limit} />
      <RateForm kind="download" limit={settings.download_rate_limit} />
      <FifoForm mode={settings.fifo_mode} />
      <ConcurrencyForm concurrency={settings.concurrency} />
    </div>
  );
}

function FifoForm({ mode }: { mode: Schemas["FifoMode"] }) {
  const say = useSay();
  const toasts = useToasts();
  const form = useForm({
    initial: {
      enabled: mode.enabled,
      active_upload_count: mode.active_upload_count as number | undefined,
      active_download_count: mode.active_download_count as number | undefined,
    },
    send: (body) => call("POST", "/settings/fifo_mode", { body }),
    done: () => toasts.say(say("agent-settings-saved")),
  });
  return (
    <Section title={say("agent-fifo")} help={say("agent-fifo-help")}>
      <Form form={form} action={say("save")} isDisabled={!form.isChanged}>
        <Switch label={say("agent-fifo-enabled")} {...form.flag("enabled")} />
        {form.values.enabled && (
          <div className="pair">
            <NumberField
              label={say("agent-fifo-uploads")}
              min={1}
              max={AGENT_SETTINGS.ACTIVE_MOST}
              {...form.field("active_upload_count")}
            />
            <NumberField
              label={say("agent-fifo-downloads")}
              min={1}
              max={AGENT_SETTINGS.ACTIVE_MOST}
              {...form.field("active_download_count")}
            />
          </div>
        )}
      </Form>
    </Section>
  );
}

function ConcurrencyForm({ concurrency }: { concurrency: Schemas["Concurrency"] }) {
  const say = useSay();
  const toasts = useToasts();
  const form = useForm({
    initial: { max_connections: concurrency.max_connections as number | undefined },
    send: (body) => call("POST", "/settings/concurrency", { body }),
    done: () => toasts.say(say("agent-settings-saved")),
  });
  return (
    <Section title={say("agent-concurrency")} help={say("agent-concurrency-help")}>
      <Form form={form} action={say("save")} isDisabled={!form.isChanged}>
        <NumberField
          label={say("agent-connections")}
          min={1}
          max={AGENT_SETTINGS.CONNECTIONS_MOST}
          {...form.field("max_connections")}
        />
      </Form>
    </Section>
  );
}

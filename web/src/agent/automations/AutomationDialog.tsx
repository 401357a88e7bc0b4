import { useState } from "react";
import { Button, Dialog, Form, RadioGroup, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { call } from "../api";
import { useAgent, useStore } from "../context";
import type { Automation } from "../picture";
import { typeName } from "./AutomationCard";
import { AutomationField } from "./AutomationField";
import { type AutomationType, bodyOf, canPreview, FIELDS, missingIn, TYPES, type Values, valuesOf } from "./fields";
import { PreviewDialog } from "./PreviewDialog";

interface Props {
  /** The one to change; none makes a new one. */
  automation: Automation | undefined;
  close: () => void;
}

/** Makes or changes an automation: first its kind, then the fields of that kind. */
export function AutomationDialog({ automation, close }: Props) {
  const say = useSay();
  const [type, setType] = useState<AutomationType | undefined>(automation?.type);
  const title = automation ? say("agent-edit-named", { name: automation.name }) : say("agent-new-automation");
  return (
    <Dialog title={title} isOpen onClose={close} size="wide">
      {type ? (
        <Fields type={type} automation={automation} close={close} />
      ) : (
        <TypeStep choose={setType} close={close} />
      )}
    </Dialog>
  );
}

function TypeStep({ choose, close }: { choose: (type: AutomationType) => void; close: () => void }) {
  const say = useSay();
  const hasSession = useAgent().session.state === "active";
  const form = useForm({
    initial: { type: (hasSession ? "team_upload" : "portal_upload") as AutomationType },
    send: async ({ type }) => choose(type),
  });
  const needsSession = (type: AutomationType) => type !== "portal_upload" && type !== "portal_stream";
  return (
    <Form form={form} action={say("continue")} onCancel={close}>
      <RadioGroup
        label={say("agent-field-type")}
        help={hasSession ? undefined : say("agent-type-needs-session")}
        value={form.values.type}
        onChange={(type) => form.set({ type })}
        options={TYPES.map((value) => ({
          value,
          label: say(typeName(value)),
          help: say(`${typeName(value)}-text`),
          isDisabled: !hasSession && needsSession(value),
        }))}
      />
    </Form>
  );
}

function Fields({ type, automation, close }: Props & { type: AutomationType }) {
  const say = useSay();
  const store = useStore();
  const toasts = useToasts();
  const teams = useAgent().session.teams ?? [];
  const [preview, setPreview] = useState<Record<string, unknown>>();
  const start = automation ?? { team_id: teams[0]?.id, effective_time: new Date().toISOString() };
  const form = useForm<Values, unknown>({
    initial: valuesOf(type, start),
    check: (values) => Object.fromEntries(missingIn(type, values).map((name) => [name, say("agent-needed")])),
    send: (values) => {
      const body = bodyOf(type, values, automation !== undefined);
      if (automation) return call("PUT", `/automations/${type}/${automation.automation_id}`, { body });
      return call("POST", `/automations/${type}`, { body: { ...body, enabled: true } });
    },
    done: () => {
      toasts.say(say("agent-automation-saved"));
      void store.refresh();
      close();
    },
  });
  return (
    <Form form={form} action={say("save")} onCancel={close}>
      {FIELDS[type].map((field) => (
        <AutomationField key={field.name} field={field} form={form} teams={teams} />
      ))}
      {canPreview(type) && (
        <div>
          <Button icon="eye" onPress={() => setPreview({ ...bodyOf(type, form.values, false), enabled: true })}>
            {say("agent-preview")}
          </Button>
        </div>
      )}
      {preview && <PreviewDialog type={type} body={preview} close={() => setPreview(undefined)} />}
    </Form>
  );
}

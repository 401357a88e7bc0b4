import {
  Dialog,
  Form,
  type FormState,
  NumberField,
  RadioGroup,
  Select,
  TextField,
  TokenField,
  useForm,
  useToasts,
} from "../../kit";
import { useSay } from "../../texts/texts";
import { call, type Schemas } from "../api";
import { useAgent, useStore } from "../context";
import { PathList } from "../PathField";
import { missing, type UploadValues, uploadCall, type Way } from "./upload";

/** Sends files and folders of the agent's machine: to people, for a link, or through a Portal. */
export function UploadDialog({ close }: { close: () => void }) {
  const say = useSay();
  const store = useStore();
  const toasts = useToasts();
  const teams = useAgent().session.teams ?? [];
  const form = useForm<UploadValues, unknown>({
    initial: startOf(teams),
    check: (values) => Object.fromEntries(missing(values).map((name) => [name, say("agent-needed")])),
    send: (values) => {
      const { path, body } = uploadCall(values);
      return call("POST", path, { body });
    },
    done: () => {
      toasts.say(say("agent-upload-started"));
      void store.refresh();
      close();
    },
  });
  const ways: Way[] = teams.length > 0 ? ["people", "link", "portal"] : ["portal"];
  const { way } = form.values;
  return (
    <Dialog title={say("agent-new-upload")} isOpen onClose={close} size="wide">
      <Form form={form} action={say("agent-start-upload")} onCancel={close}>
        <PathList
          label={say("agent-field-paths")}
          help={say("agent-field-paths-help")}
          value={form.values.paths}
          onChange={(paths) => form.set({ paths })}
          error={form.field("paths").error}
        />
        <RadioGroup
          label={say("agent-field-way")}
          isInline
          value={way}
          onChange={(next) => form.set({ way: next })}
          options={ways.map((value) => ({ value, label: say(`agent-way-${value}`) }))}
        />
        {way === "portal" ? <PortalFields form={form} /> : <TeamFields form={form} teams={teams} />}
        <TextField
          label={say("agent-field-package-name")}
          help={say("agent-field-package-name-help")}
          {...form.field("package_name")}
        />
        <TextField label={say("agent-field-message")} lines={3} {...form.field("package_description")} />
        <NumberField
          label={say("agent-field-priority")}
          help={say("agent-field-priority-help")}
          {...form.field("priority")}
        />
      </Form>
    </Dialog>
  );
}

type Teams = Schemas["TeamElement"][];

function startOf(teams: Teams): UploadValues {
  return {
    way: teams.length > 0 ? "people" : "portal",
    paths: [],
    team_id: teams[0]?.id ?? "",
    recipients: [],
    package_name: "",
    package_description: "",
    password: "",
    delete_after: undefined,
    download_limit: undefined,
    priority: 0,
    subdomain: "",
    sender_email: "",
    access_code: "",
  };
}

function TeamFields({ form, teams }: { form: FormState<UploadValues>; teams: Teams }) {
  const say = useSay();
  return (
    <>
      {teams.length > 1 && (
        <Select
          label={say("agent-field-team-id")}
          options={teams.map((team) => ({ value: team.id, label: team.name }))}
          {...form.field("team_id")}
        />
      )}
      {form.values.way === "people" && (
        <TokenField label={say("agent-field-recipient-emails")} type="email" isRequired {...form.field("recipients")} />
      )}
      <TextField
        label={say("agent-field-download-password")}
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
      />
      <NumberField
        label={say("agent-field-delete-after")}
        unit={say("agent-days")}
        min={1}
        {...form.field("delete_after")}
      />
      <NumberField label={say("agent-field-download-limit")} min={1} {...form.field("download_limit")} />
    </>
  );
}

function PortalFields({ form }: { form: FormState<UploadValues> }) {
  const say = useSay();
  return (
    <>
      <TextField label={say("agent-field-portal-subdomain")} isRequired isCode {...form.field("subdomain")} />
      <TextField
        label={say("agent-field-sender-email")}
        type="email"
        isRequired
        autoComplete="email"
        {...form.field("sender_email")}
      />
      <TextField
        label={say("agent-field-portal-password")}
        type="password"
        autoComplete="off"
        {...form.field("access_code")}
      />
    </>
  );
}

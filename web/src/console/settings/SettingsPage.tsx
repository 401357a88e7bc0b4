import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import {
  Badge,
  Button,
  CopyButton,
  ErrorNote,
  Facts,
  type FormState,
  Loaded,
  NumberField,
  Page,
  Section,
  Switch,
  TextField,
  useForm,
  useToasts,
} from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { SizeField } from "../shared/SizeField";
import { useUnsaved } from "../useUnsaved";
import { BOUNDS, type Team, type TeamFields, teamChange, teamFields } from "./changes";
import "./settings.css";

/** What holds for the whole Team. */
export function SettingsPage() {
  const say = useSay();
  const { team } = useSession();
  const params = { path: { team_id: team.id } };
  const query = useQuery({
    queryKey: ["team", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}", { params })),
  });
  return (
    <Page title={say("settings-title")} lead={say("settings-intro")} isNarrow>
      <Loaded query={query}>{(read) => <SettingsForm key={read.id} team={read} />}</Loaded>
    </Page>
  );
}

function SettingsForm({ team }: { team: Team }) {
  const form = useTeamForm(team);
  useUnsaved(form.isChanged);
  return (
    <>
      <form className="stack" onSubmit={form.submit} noValidate>
        <Identity form={form} />
        <Storage form={form} />
        <Sending form={form} />
        <Integrations form={form} />
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <SaveBar form={form} team={team} />
      </form>
      <Account team={team} />
    </>
  );
}

type TeamForm = FormState<TeamFields>;

function useTeamForm(team: Team): TeamForm {
  const say = useSay();
  const { session } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const params = { path: { team_id: team.id } };
  const form = useForm<TeamFields, Team>({
    initial: teamFields(team),
    follows: true,
    check: (values) => numbersMissing(values, say("settings-number-missing")),
    send: (values) => answer(api.PUT("/v1/teams/{team_id}", { params, body: teamChange(teamFields(team), values) })),
    done: (saved) => {
      toasts.say(say("settings-saved"));
      queries.setQueryData(["team", team.id], saved);
      form.reset(teamFields(saved));
      // The name stands in the frame, and other pages read the defaults from the session.
      void session.reload();
    },
  });
  return form;
}

/** An emptied field is no number, and must not be sent as "keep what was there". */
function numbersMissing(values: TeamFields, message: string) {
  const fields = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];
  const missing = fields.filter((field) => !Number.isInteger(values[field]));
  return Object.fromEntries(missing.map((field) => [field, message]));
}

type NumberName = keyof typeof BOUNDS;

function Count({
  form,
  name,
  text,
  isDisabled,
}: {
  form: TeamForm;
  name: NumberName;
  text: string;
  isDisabled?: boolean;
}) {
  const say = useSay();
  const { value, onChange, error } = form.field(name);
  const [min, max] = BOUNDS[name];
  return (
    <NumberField
      label={say(text)}
      help={say(`${text}-help`)}
      name={name}
      {...{ value, error, min, max, isDisabled }}
      // An emptied field stays empty until it is filled again; `check` tells so.
      onChange={(number) => onChange(number ?? Number.NaN)}
    />
  );
}

function Identity({ form }: { form: TeamForm }) {
  const say = useSay();
  return (
    <Section title={say("settings-group-identity")}>
      <TextField
        label={say("settings-name")}
        help={say("settings-name-help")}
        autoComplete="organization"
        isRequired
        {...form.field("name")}
      />
      <TextField
        label={say("settings-subdomain")}
        help={say("settings-subdomain-help")}
        autoComplete="off"
        spellCheck={false}
        isCode
        isRequired
        {...form.field("subdomain")}
      />
    </Section>
  );
}

function Storage({ form }: { form: TeamForm }) {
  const say = useSay();
  const { may } = useSession();
  return (
    <Section title={say("settings-group-storage")}>
      <Count form={form} name="free_storage_days" text="settings-free-storage-days" />
      <Switch
        label={say("settings-custom-expiry-enabled")}
        help={say("settings-custom-expiry-enabled-help")}
        {...form.flag("custom_expiry_enabled")}
      />
      <Count
        form={form}
        name="custom_expiry_default"
        text="settings-custom-expiry-default"
        isDisabled={!form.values.custom_expiry_enabled}
      />
      <SizeField
        label={say("settings-max-stored")}
        help={say("settings-max-stored-help")}
        unitLabel={say("settings-max-stored-unit")}
        isDisabled={!may("hand_over_ownership")}
        {...form.field("max_stored_bytes")}
      />
    </Section>
  );
}

function Sending({ form }: { form: TeamForm }) {
  const say = useSay();
  return (
    <Section title={say("settings-group-sending")}>
      <Count form={form} name="max_email_recipients" text="settings-max-email-recipients" />
      <Switch
        label={say("settings-download-limit-enabled")}
        help={say("settings-download-limit-enabled-help")}
        {...form.flag("download_limit_enabled")}
      />
      <Count
        form={form}
        name="download_limit_default"
        text="settings-download-limit-default"
        isDisabled={!form.values.download_limit_enabled}
      />
      <Switch
        label={say("settings-links-shown-once")}
        help={say("settings-links-shown-once-help")}
        {...form.flag("links_shown_once")}
      />
      <Switch
        label={say("settings-hold-unscanned")}
        help={say("settings-hold-unscanned-help")}
        {...form.flag("hold_unscanned_files")}
      />
    </Section>
  );
}

function Integrations({ form }: { form: TeamForm }) {
  const say = useSay();
  return (
    <Section title={say("settings-group-integrations")}>
      <Switch
        label={say("settings-webhooks-enabled")}
        help={say("settings-webhooks-enabled-help")}
        {...form.flag("webhooks_enabled")}
      />
    </Section>
  );
}

function SaveBar({ form, team }: { form: TeamForm; team: Team }) {
  const say = useSay();
  return (
    <div className="save-bar row spread">
      <span className="soft small" role="status">
        {form.isChanged ? say("settings-unsaved") : ""}
      </span>
      <span className="row">
        {form.isChanged && <Button onPress={() => form.reset(teamFields(team))}>{say("settings-discard")}</Button>}
        <Button type="submit" kind="primary" busy={form.isBusy} isDisabled={!form.isChanged}>
          {say("settings-save")}
        </Button>
      </span>
    </div>
  );
}

/** What people need to know, and only others can change. */
function Account({ team }: { team: Team }) {
  const say = useSay();
  const isActive = team.billing_state === "active";
  const state = (
    <Badge tone={isActive ? "good" : "warn"}>
      {say(isActive ? "settings-billing-active" : "settings-billing-suspended")}
    </Badge>
  );
  const id = (
    <span className="row">
      <code>{team.id}</code> <CopyButton text={team.id} size="small" />
    </span>
  );
  const facts = [
    { label: say("settings-billing-state"), value: state },
    { label: say("settings-team-id"), value: id },
  ];
  return (
    <Section title={say("settings-group-account")} help={say("settings-billing-help")}>
      <Facts facts={facts} />
    </Section>
  );
}

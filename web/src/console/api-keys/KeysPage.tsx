import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge, Button, type Column, Empty, Icon, Loaded, Page, Table, type Tone } from "../../kit";
import { formatMoment, isNever } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { type CreatedKey, useKeyCalls } from "./calls";
import { CreatedKeyDialog, CreateKeyDialog } from "./KeyDialogs";
import { KeyMenu } from "./KeyMenu";
import "../members/people.css";
import { type ApiKey, type KeyStanding, keyStanding, SCOPES, sortedKeys } from "./state";

/** The keys by which programs act for people. */
export function KeysPage() {
  const say = useSay();
  const { team, user, may } = useSession();
  const calls = useKeyCalls();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  const query = useQuery({ queryKey: ["api-keys", team.id, user.id], queryFn: calls.list });
  const create = (
    <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
      {say("keys-create")}
    </Button>
  );
  return (
    <Page title={say("keys-title")} lead={say("keys-intro")} actions={create}>
      {team.billing_state === "suspended" && <Note text={say("keys-suspended-note")} />}
      {!may("list_api_keys") && <p className="soft">{say("keys-only-device")}</p>}
      <Loaded query={query}>{(keys) => <KeyTable keys={sortedKeys(keys)} />}</Loaded>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created && <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </Page>
  );
}

function Note({ text }: { text: string }) {
  return (
    <div className="banner warn">
      <Icon name="warn" />
      <p className="grow">{text}</p>
    </div>
  );
}

function KeyTable({ keys }: { keys: ApiKey[] }) {
  const say = useSay();
  return (
    <Table
      label={say("keys-title")}
      rows={keys}
      columns={useKeyColumns()}
      rowId={(key) => key.id}
      empty={<Empty title={say("keys-empty-title")}>{say("keys-empty-text")}</Empty>}
    />
  );
}

function useKeyColumns(): Column<ApiKey>[] {
  const { language, say } = useTexts();
  const moment = (time: string | null | undefined, never: string) =>
    isNever(time) ? say(never) : formatMoment(language, time ?? "");
  return [
    {
      id: "name",
      title: say("keys-column-name"),
      render: (key) => (
        <span className="person">
          <strong>{key.name || say("keys-unnamed")}</strong>
          {key.description && <span className="soft small">{key.description}</span>}
        </span>
      ),
    },
    { id: "state", title: say("keys-column-state"), render: (key) => <KeyState apiKey={key} /> },
    { id: "scopes", title: say("keys-scopes-field"), render: (key) => <KeyScopes apiKey={key} /> },
    { id: "expiry", title: say("keys-column-expiry"), render: (key) => moment(key.expiry, "keys-never-expires") },
    { id: "used", title: say("keys-column-used"), render: (key) => moment(key.last_request_at, "keys-never-used") },
    { id: "created", title: say("keys-column-created"), render: (key) => formatMoment(language, key.created_at) },
    {
      id: "actions",
      title: say("keys-column-actions"),
      hideTitle: true,
      isFixed: true,
      render: (key) => <KeyMenu apiKey={key} />,
    },
  ];
}

const TONES: Record<KeyStanding, Tone> = { active: "good", inactive: "plain", suspended: "warn", expired: "bad" };

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const say = useSay();
  const standing = keyStanding(apiKey, new Date());
  return <Badge tone={TONES[standing]}>{say(`keys-state-${standing}`)}</Badge>;
}

/** In the order of the form; a scope that this page does not know is shown by its name. */
function KeyScopes({ apiKey }: { apiKey: ApiKey }) {
  const say = useSay();
  const known: readonly string[] = SCOPES;
  if (known.every((scope) => apiKey.scopes.includes(scope))) return say("keys-scopes-all");
  return apiKey.scopes.map((scope) => (known.includes(scope) ? say(`keys-scope-${scope}`) : scope)).join(", ");
}

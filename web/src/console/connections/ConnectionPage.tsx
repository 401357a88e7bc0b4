import { answer, api } from "../../api/client";
import { Button, Facts, Icon, LoadedPage, Menu, Page, Section, useToasts } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useParam } from "../address";
import { type Connection, useConnection, useSaves } from "../shared/data";
import { useAct, useRemoval } from "../useAct";
import { Browser } from "./Browser";
import { ConnectionForm } from "./ConnectionForm";
import { ConnectionState, nameOf } from "./ConnectionsPage";
import { providerText } from "./names";
import { providerOf } from "./providers";
import "./connections.css";

/** One connection: whether it works, what it has, and its settings. */
export function ConnectionPage() {
  const say = useSay();
  const id = useParam("id");
  const connection = useConnection(id);
  return (
    <LoadedPage query={connection} list={{ label: say("connections-title"), href: "/connections" }}>
      {(found) => <Shown connection={found} />}
    </LoadedPage>
  );
}

function Shown({ connection }: { connection: Connection }) {
  const { language, say } = useTexts();
  const toasts = useToasts();
  const { saves, saved: readAnew } = useSaves("connections");
  const provider = providerOf(connection.provider);
  const providerName = say(providerText(connection.provider));
  const saved = () => {
    readAnew();
    toasts.say(say("connections-saved"));
  };
  return (
    <Page
      title={nameOf(connection, providerName)}
      lead={<ConnectionState connection={connection} />}
      crumbs={[{ label: say("connections-title"), href: "/connections" }]}
      actions={<Actions connection={connection} name={nameOf(connection, providerName)} />}
    >
      {connection.state === "error" && <Reason connection={connection} />}
      <Section title={say("connections-facts")}>
        <Facts
          facts={[
            { label: say("connections-provider"), value: providerName },
            {
              label: say("connections-direction"),
              value: say(`connections-${connection.direction.replaceAll("_", "-")}`),
            },
            { label: say("connections-destination"), value: connection.destination },
            { label: say("connections-region"), value: connection.region },
            { label: say("connections-target"), value: connection.target_directory_id },
            {
              label: say("connections-portals"),
              value: say("connections-portal-count", { count: connection.connections }),
            },
            { label: say("connections-changed"), value: formatMoment(language, connection.updated_at) },
          ]}
        />
      </Section>
      {connection.direction === "cloud_to_service" && <Browser connection={connection} />}
      {provider && (
        <Section title={say("connections-settings")}>
          <ConnectionForm
            key={`${connection.id} ${saves}`}
            provider={provider}
            connection={connection}
            onSaved={saved}
          />
        </Section>
      )}
    </Page>
  );
}

function Reason({ connection }: { connection: Connection }) {
  const say = useSay();
  return (
    <div className="banner bad" role="status">
      <Icon name="warn" />
      <div className="grow">
        <p>{connection.state_reason || say("connections-state-error")}</p>
        <p className="small">{say("connections-error-help")}</p>
      </div>
    </div>
  );
}

function Actions({ connection, name }: { connection: Connection; name: string }) {
  const say = useSay();
  const path = { params: { path: { cloud_connection_id: connection.id } } };
  const test = useAct({
    act: () => answer<Connection>(api.POST("/v1/cloud_connections/{cloud_connection_id}/test", path)),
    said: (tried) => say(tried.state === "ok" ? "connections-test-good" : "connections-test-bad"),
    changes: ["connections"],
  });
  const remove = useRemoval({
    title: say("connections-delete-title", { name }),
    body: say("connections-delete-body", { count: connection.connections }),
    remove: () => answer(api.DELETE("/v1/cloud_connections/{cloud_connection_id}", path)),
    said: say("connections-deleted", { name }),
    changes: ["connections"],
    to: "/connections",
  });
  return (
    <>
      <Button kind="primary" icon="retry" busy={test.isBusy} onPress={() => test.act()}>
        {say("connections-test")}
      </Button>
      <Menu
        label={say("connections-more")}
        entries={[{ id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: remove }]}
      />
    </>
  );
}

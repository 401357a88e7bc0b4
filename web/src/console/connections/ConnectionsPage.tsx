import { Badge, type Column, Empty, LinkButton, Loaded, Page, Table } from "../../kit";
import { useSay } from "../../texts/texts";
import { type Connection, useConnections } from "../shared/data";
import { providerText } from "./names";

/** The places outside of this service to which a Team sends, or from which it fetches. */
export function ConnectionsPage() {
  const say = useSay();
  const connections = useConnections();
  const create = (
    <LinkButton kind="primary" icon="add" href="/connections/new">
      {say("connections-create")}
    </LinkButton>
  );
  const columns: Column<Connection>[] = [
    {
      id: "name",
      title: say("connections-name"),
      render: (connection) => nameOf(connection, say(providerText(connection.provider))),
    },
    {
      id: "state",
      title: say("connections-state"),
      render: (connection) => <ConnectionState connection={connection} />,
    },
    {
      id: "provider",
      title: say("connections-provider"),
      render: (connection) => say(providerText(connection.provider)),
    },
    {
      id: "direction",
      title: say("connections-direction"),
      render: (connection) => say(`connections-${connection.direction.replaceAll("_", "-")}`),
    },
    { id: "destination", title: say("connections-destination"), render: (connection) => connection.destination },
    {
      id: "portals",
      title: say("connections-portals"),
      isNumber: true,
      render: (connection) => say("connections-portal-count", { count: connection.connections }),
    },
  ];
  return (
    <Page title={say("connections-title")} lead={say("connections-lead")} actions={create}>
      <Loaded query={connections}>
        {(rows) => (
          <Table
            label={say("connections-title")}
            rows={rows}
            columns={columns}
            rowId={(connection) => connection.id}
            href={(connection) => `/connections/${connection.id}`}
            empty={
              <Empty title={say("connections-none")} action={create}>
                {say("connections-none-help")}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

/** A connection without a name is known by its bucket, or by what it is. */
export function nameOf(connection: Connection, providerName: string): string {
  return connection.name || connection.destination || providerName;
}

/** Whether it works; for a gateway also whether anybody fetches. */
export function ConnectionState({ connection }: { connection: Connection }) {
  const say = useSay();
  if (connection.state === "error") return <Badge tone="bad">{say("connections-state-error")}</Badge>;
  if (connection.connected === false) {
    return (
      <Badge tone="warn" icon="pause">
        {say("connections-state-away")}
      </Badge>
    );
  }
  return (
    <Badge tone="good">{say(connection.connected ? "connections-state-connected" : "connections-state-ok")}</Badge>
  );
}

import { Badge, Checkbox, Facts, Link, Section, Select } from "../../../kit";
import { useSay } from "../../../texts/texts";
import { ConnectionState, nameOf } from "../../connections/ConnectionsPage";
import { providerText } from "../../connections/names";
import { providerOf } from "../../connections/providers";
import { useSession } from "../../session/useSession";
import { type Connection, useConnections, useFilters, useWebhooks } from "../../shared/data";
import type { Portal } from "../draft";
import type { SectionProps } from "./Basics";

/** Where received files go on to, and who is told by machine. */
export function Attachments({ form, portal }: SectionProps & { portal: Portal }) {
  const { may } = useSession();
  if (!may("attach_to_portal")) return <Attached portal={portal} />;
  return (
    <>
      <Connections form={form} />
      <Webhooks form={form} />
    </>
  );
}

/** For those who may see but not change what is attached. */
function Attached({ portal }: { portal: Portal }) {
  const say = useSay();
  const connections = portal.cloud_connections ?? [];
  const webhooks = portal.custom_webhooks ?? [];
  if (connections.length + webhooks.length === 0) return null;
  return (
    <Section title={say("portals-attached")} help={say("portals-attached-help")}>
      <Facts
        facts={[
          {
            label: say("portals-connections"),
            value: connections.map(({ name, destination }) => name || destination).join(", "),
          },
          { label: say("portals-webhooks"), value: webhooks.map(({ name, id }) => name || id).join(", ") },
        ]}
      />
    </Section>
  );
}

function Connections({ form }: SectionProps) {
  const say = useSay();
  const connections = useConnections();
  const usable = connections.data?.filter((connection) => connection.direction === "service_to_cloud") ?? [];
  const { error } = form.field("connections");
  return (
    <Section title={say("portals-connections")} help={say("portals-connections-help")}>
      {connections.isSuccess && usable.length === 0 && (
        <p className="soft">
          {say("portals-no-connections")} <Link href="/connections/new">{say("portals-make-connection")}</Link>
        </p>
      )}
      <ul className="attachments">
        {usable.map((connection) => (
          <ConnectionRow key={connection.id} connection={connection} form={form} />
        ))}
      </ul>
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </Section>
  );
}

function ConnectionRow({ connection, form }: SectionProps & { connection: Connection }) {
  const say = useSay();
  const filters = useFilters();
  const chosen = form.values.connections;
  const attached = chosen.find((each) => each.id === connection.id);
  const name = nameOf(connection, say(providerText(connection.provider)));
  const isGateway = providerOf(connection.provider)?.is_gateway ?? false;
  const toggle = (isOn: boolean) => {
    const others = chosen.filter((each) => each.id !== connection.id);
    form.set({ connections: isOn ? [...others, { id: connection.id, filterId: "" }] : others });
  };
  const filter = (filterId: string) =>
    form.set({ connections: chosen.map((each) => (each.id === connection.id ? { ...each, filterId } : each)) });
  const options = [
    { value: "", label: say("portals-all-files") },
    ...(filters.data ?? []).map((each) => ({ value: each.id as string, label: each.name })),
  ];
  return (
    <li>
      <div className="row spread">
        <Checkbox label={name} isSelected={attached !== undefined} onChange={toggle} />
        <ConnectionState connection={connection} />
      </div>
      {attached &&
        (isGateway ? (
          <p className="soft small">{say("portals-gateway-no-filter")}</p>
        ) : (
          <Select
            label={say("portals-filter-of", { name })}
            value={attached.filterId}
            onChange={filter}
            options={options}
          />
        ))}
    </li>
  );
}

function Webhooks({ form }: SectionProps) {
  const say = useSay();
  const webhooks = useWebhooks();
  const chosen = form.values.webhooks;
  const { error } = form.field("webhooks");
  const toggle = (id: string, isOn: boolean) =>
    form.set({ webhooks: isOn ? [...chosen, id] : chosen.filter((each) => each !== id) });
  return (
    <Section title={say("portals-webhooks")} help={say("portals-webhooks-help")}>
      {webhooks.data?.length === 0 && (
        <p className="soft">
          {say("portals-no-webhooks")} <Link href="/webhooks/new">{say("portals-make-webhook")}</Link>
        </p>
      )}
      <ul className="attachments">
        {webhooks.data?.map((webhook) => (
          <li key={webhook.id}>
            <div className="row spread">
              <Checkbox
                label={webhook.name || webhook.url}
                isSelected={chosen.includes(webhook.id)}
                onChange={(isOn) => toggle(webhook.id, isOn)}
              />
              {!webhook.active && <Badge icon="pause">{say("portals-webhook-off")}</Badge>}
            </div>
          </li>
        ))}
      </ul>
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </Section>
  );
}

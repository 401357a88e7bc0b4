import { Badge, type Column, Empty, LinkButton, Loaded, Page, Table } from "../../kit";
import { useSay } from "../../texts/texts";
import { useWebhooks } from "../shared/data";
import type { Webhook } from "./draft";

/** The webhooks of the Team. */
export function WebhooksPage() {
  const say = useSay();
  const webhooks = useWebhooks();
  const create = (
    <LinkButton kind="primary" icon="add" href="/webhooks/new">
      {say("webhooks-create")}
    </LinkButton>
  );
  const columns: Column<Webhook>[] = [
    { id: "name", title: say("webhooks-name"), render: (webhook) => webhook.name || hostOf(webhook.url) },
    { id: "state", title: say("webhooks-state"), render: (webhook) => <WebhookState isActive={webhook.active} /> },
    { id: "url", title: say("webhooks-url"), render: (webhook) => <code>{webhook.url}</code> },
    {
      id: "events",
      title: say("webhooks-events"),
      render: (webhook) => webhook.events.map((event) => say(eventText(event))).join(", "),
    },
    {
      id: "portals",
      title: say("webhooks-portals"),
      isNumber: true,
      render: (webhook) => say("webhooks-portal-count", { count: webhook.connections }),
    },
  ];
  return (
    <Page title={say("webhooks-title")} lead={say("webhooks-lead")} actions={create}>
      <Loaded query={webhooks}>
        {(rows) => (
          <Table
            label={say("webhooks-title")}
            rows={rows}
            columns={columns}
            rowId={(webhook) => webhook.id}
            href={(webhook) => `/webhooks/${webhook.id}`}
            empty={
              <Empty title={say("webhooks-none")} action={create}>
                {say("webhooks-none-help")}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

export function WebhookState({ isActive }: { isActive: boolean }) {
  const say = useSay();
  return isActive ? <Badge tone="good">{say("webhooks-on")}</Badge> : <Badge icon="pause">{say("webhooks-off")}</Badge>;
}

/** `package.finalized` as the name of its text; an event that we have no words for is its own name. */
export function eventText(event: string): string {
  return `webhooks-event-${event.replace(".", "-")}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

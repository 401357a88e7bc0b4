import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import { Badge, Button, type Column, Dialog, Empty, Facts, Link, Loaded, Table, type Tone, useToasts } from "../../kit";
import { formatMoment, isNever } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useRefresh } from "../shared/data";
import { eventText } from "./WebhooksPage";

export type Delivery = Schemas["DeliveryBody"];

const TONES: Record<string, Tone> = { delivered: "good", pending: "plain", exhausted: "bad" };
const WHILE_PENDING = 3_000;

/** What was sent, what came back, and what will be tried again. Looks anew while something is on its way. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { language, say } = useTexts();
  const [openId, setOpen] = useState<string>();
  const deliveries = useQuery({
    queryKey: ["deliveries", webhookId],
    queryFn: () =>
      answer<Delivery[]>(
        api.GET("/v1/custom_webhooks/{custom_webhook_id}/deliveries", {
          params: { path: { custom_webhook_id: webhookId } },
        }),
      ),
    refetchInterval: (query) =>
      query.state.data?.some((delivery) => delivery.state === "pending") ? WHILE_PENDING : false,
  });
  const columns: Column<Delivery>[] = [
    { id: "event", title: say("webhooks-event"), render: (delivery) => say(eventText(delivery.event_type)) },
    { id: "state", title: say("webhooks-state"), render: (delivery) => <DeliveryState delivery={delivery} /> },
    { id: "answer", title: say("webhooks-answer"), render: (delivery) => <LastAnswer delivery={delivery} /> },
    {
      id: "attempts",
      title: say("webhooks-attempts"),
      isNumber: true,
      render: (delivery) => String(delivery.attempts.length),
    },
    {
      id: "at",
      title: say("webhooks-last-attempt"),
      render: (delivery) => {
        const last = delivery.attempts.at(-1);
        return last ? formatMoment(language, last.at) : "–";
      },
    },
  ];
  return (
    <Loaded query={deliveries}>
      {(rows) => (
        <>
          <Table
            label={say("webhooks-deliveries")}
            rows={rows}
            columns={columns}
            rowId={(delivery) => delivery.id}
            onOpen={(delivery) => setOpen(delivery.id)}
            empty={<Empty title={say("webhooks-no-deliveries")}>{say("webhooks-no-deliveries-help")}</Empty>}
          />
          <DeliveryDialog
            webhookId={webhookId}
            delivery={rows.find((delivery) => delivery.id === openId)}
            onClose={() => setOpen(undefined)}
          />
        </>
      )}
    </Loaded>
  );
}

function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { say } = useTexts();
  return (
    <Badge tone={TONES[delivery.state] ?? "plain"} icon={delivery.state === "pending" ? "clock" : undefined}>
      {say(`webhooks-delivery-${delivery.state}`)}
    </Badge>
  );
}

function LastAnswer({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.at(-1);
  if (!last) return <>–</>;
  return <AttemptResult attempt={last} />;
}

function AttemptResult({ attempt }: { attempt: Schemas["AttemptBody"] }) {
  const { say } = useTexts();
  const status = attempt.status ? say("webhooks-status", { status: String(attempt.status) }) : "";
  return <>{[status, attempt.error].filter((text) => text !== "").join(": ")}</>;
}

interface DeliveryDialogProps {
  webhookId: string;
  delivery: Delivery | undefined;
  onClose: () => void;
}

function DeliveryDialog({ webhookId, delivery, onClose }: DeliveryDialogProps) {
  const { language, say } = useTexts();
  if (!delivery) return null;
  const next = isNever(delivery.next_attempt_at) ? undefined : formatMoment(language, delivery.next_attempt_at);
  return (
    <Dialog title={say(eventText(delivery.event_type))} isOpen onClose={onClose}>
      <Facts
        facts={[
          { label: say("webhooks-state"), value: <DeliveryState delivery={delivery} /> },
          { label: say("webhooks-event-id"), value: <code>{delivery.event_id}</code> },
          {
            label: say("webhooks-package"),
            value: delivery.package_id && <Link href={`/packages/${delivery.package_id}`}>{delivery.package_id}</Link>,
          },
          { label: say("webhooks-next-attempt"), value: next },
        ]}
      />
      <h3>{say("webhooks-attempts")}</h3>
      {delivery.attempts.length === 0 && <p className="soft">{say("webhooks-no-attempts")}</p>}
      <ol className="attempts">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            <span className="soft small">{formatMoment(language, attempt.at)}</span>
            <span>
              <AttemptResult attempt={attempt} />
            </span>
          </li>
        ))}
      </ol>
      <Redeliver webhookId={webhookId} delivery={delivery} onDone={onClose} />
    </Dialog>
  );
}

function Redeliver({ webhookId, delivery, onDone }: { webhookId: string; delivery: Delivery; onDone: () => void }) {
  const { say } = useTexts();
  const toasts = useToasts();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const redeliver = async () => {
    setBusy(true);
    const path = { custom_webhook_id: webhookId, delivery_id: delivery.id };
    try {
      await answer(
        api.POST("/v1/custom_webhooks/{custom_webhook_id}/deliveries/{delivery_id}/redeliver", { params: { path } }),
      );
      toasts.say(say("webhooks-redelivering"));
      onDone();
    } catch (error) {
      toasts.fail(error);
    }
    setBusy(false);
    refresh("deliveries");
  };
  return (
    <div>
      <Button icon="retry" busy={isBusy} isDisabled={delivery.state === "pending"} onPress={() => void redeliver()}>
        {say("webhooks-redeliver")}
      </Button>
    </div>
  );
}

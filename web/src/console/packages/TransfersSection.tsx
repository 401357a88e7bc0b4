import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import { Badge, Button, Dialog, Form, Loaded, Section, Select, type Tone, useForm } from "../../kit";
import { formatMoment, formatSize } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { useAct } from "../useAct";
import { type Package, tokenOf } from "./queries";

type Transfer = Schemas["TransferBody"];

const MOVING = ["pending", "transferring"];
const MOVING_EVERY = 5_000;

/** Copies of the package on the way to cloud connections, and the way to start one by hand. */
export function TransfersSection({ one }: { one: Package }) {
  const { say } = useTexts();
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ["package-transfers", one.id],
    queryFn: () =>
      answer(
        api.GET("/v1/packages/{package_id}/transfer", {
          params: { path: { package_id: one.id } },
          headers: tokenOf(one),
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some((transfer) => MOVING.includes(transfer.state)) ? MOVING_EVERY : false,
  });
  const connections = useConnections();
  const names = new Map(connections.data?.map((connection) => [connection.id, connection.name]));
  const start = may("manage_connections") && one.state === "finalized" && (
    <Button icon="cloud" onPress={() => setOpen(true)}>
      {say("packages-transfer-start")}
    </Button>
  );
  return (
    <Section title={say("packages-transfers")} actions={start}>
      <Loaded query={query}>
        {(transfers) =>
          transfers.length === 0 ? (
            <p className="soft">{say("packages-no-transfers")}</p>
          ) : (
            <ul className="transfer-list">
              {transfers.map((transfer) => (
                <TransferRow
                  key={transfer.id}
                  transfer={transfer}
                  name={names.get(transfer.cloud_connection_id)}
                  retry={start && canRetry(transfer) && <RetryButton one={one} transfer={transfer} />}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isOpen && <StartDialog one={one} onClose={() => setOpen(false)} onDone={() => void query.refetch()} />}
    </Section>
  );
}

function useConnections() {
  const { team, may } = useSession();
  return useQuery({
    queryKey: ["connections", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}/cloud_connections", { params: { path: { team_id: team.id } } })),
    enabled: may("manage_connections"),
  });
}

const TONES: Record<string, Tone> = { complete: "good", error: "bad" };

/** Which files an import was to fetch is not known here. */
const canRetry = (transfer: Transfer) => transfer.state === "error" && transfer.direction !== "cloud_to_service";

/** Sends the whole package, or continues a transfer that failed. */
function sendTo(one: Package, cloud_connection_id: string, transfer_id: string | null) {
  return answer(
    api.POST("/v1/packages/{package_id}/transfer", {
      params: { path: { package_id: one.id } },
      headers: tokenOf(one),
      body: {
        cloud_connection_id,
        direction: "service_to_cloud",
        files: null,
        transfer_id,
        finalize: null,
        notify_email: null,
      },
    }),
  );
}

function RetryButton({ one, transfer }: { one: Package; transfer: Transfer }) {
  const say = useSay();
  const retry = useAct({
    act: () => sendTo(one, transfer.cloud_connection_id, transfer.id),
    changes: ["package-transfers", "timeline"],
  });
  return (
    <Button size="small" icon="retry" busy={retry.isBusy} onPress={() => retry.act()}>
      {say("try-again")}
    </Button>
  );
}

interface TransferRowProps {
  transfer: Transfer;
  name: string | undefined;
  retry: ReactNode;
}

function TransferRow({ transfer, name, retry }: TransferRowProps) {
  const { say, language } = useTexts();
  const isMoving = transfer.state === "transferring" && transfer.total_bytes > 0;
  const shown = name ?? say("packages-transfer-connection");
  return (
    <li>
      <div className="grow">
        <p>
          {say(transfer.direction === "cloud_to_service" ? "packages-transfer-from" : "packages-transfer-to", {
            name: shown,
          })}
        </p>
        <p className="soft small">
          {formatMoment(language, transfer.created_at)} · {formatSize(language, transfer.bytes)}
        </p>
        {isMoving && <progress aria-label={shown} max={transfer.total_bytes} value={transfer.bytes} />}
        {transfer.error !== "" && <p className="error-text">{transfer.error}</p>}
      </div>
      <Badge tone={TONES[transfer.state]} icon={MOVING.includes(transfer.state) ? "clock" : undefined}>
        {say(`packages-transfer-${transfer.state}`)}
      </Badge>
      {retry}
    </li>
  );
}

function StartDialog({ one, onClose, onDone }: { one: Package; onClose: () => void; onDone: () => void }) {
  const say = useSay();
  const connections = useConnections();
  const targets = (connections.data ?? []).filter((connection) => connection.direction !== "cloud_to_service");
  const form = useForm({
    initial: { cloud_connection_id: "" },
    check: (values) =>
      values.cloud_connection_id === "" ? { cloud_connection_id: say("packages-transfer-choose") } : {},
    send: ({ cloud_connection_id }) => sendTo(one, cloud_connection_id, null),
    done: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Dialog title={say("packages-transfer-start")} isOpen onClose={onClose}>
      <Form form={form} action={say("packages-transfer-start")} onCancel={onClose} isDisabled={targets.length === 0}>
        <Select
          label={say("packages-transfer-connection")}
          help={targets.length === 0 ? say("packages-transfer-none") : undefined}
          isRequired
          options={[
            { value: "", label: say("packages-transfer-choose") },
            ...targets.map((connection) => ({ value: connection.id, label: connection.name })),
          ]}
          {...form.field("cloud_connection_id")}
        />
      </Form>
    </Dialog>
  );
}

import { useState } from "react";
import { Badge, Button, Dialog, Empty, Form, Section, TextField, useConfirm, useForm, useToasts } from "../../kit";
import { formatSize, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { call } from "../api";
import { useAct, useAgent, useStore } from "../context";
import { PathField } from "../PathField";
import type { Gateway } from "../picture";

/** Folders to which the packages of Portals come by themselves. */
export function GatewaysTab() {
  const say = useSay();
  const { gateways } = useAgent();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button kind="primary" icon="add" onPress={() => setAdding(true)}>
      {say("agent-add-gateway")}
    </Button>
  );
  return (
    <Section title={say("agent-gateways")} actions={add}>
      {gateways.length === 0 ? (
        <Empty title={say("agent-no-gateways")}>{say("agent-no-gateways-text")}</Empty>
      ) : (
        <ul className="transfers">
          {gateways.map((each) => (
            <GatewayCard key={each.gateway_id} gateway={each} />
          ))}
        </ul>
      )}
      {isAdding && <GatewayDialog close={() => setAdding(false)} />}
    </Section>
  );
}

function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { say, language } = useTexts();
  const { act } = useAct();
  const confirm = useConfirm();
  const { delivering, dst_folder, connected, error, gateway_id } = gateway;
  const remove = async () => {
    const question = {
      title: say("agent-remove-gateway"),
      body: say("agent-remove-gateway-text"),
      action: say("remove"),
    };
    if (await confirm(question)) act(() => call("DELETE", `/gateways/${gateway_id}`));
  };
  return (
    <li className="transfer">
      <div className="transfer-head">
        <h3 className="code">{dst_folder}</h3>
        <Badge tone={connected ? "good" : "bad"}>{say(connected ? "agent-connected" : "agent-not-connected")}</Badge>
      </div>
      {delivering ? (
        <>
          <progress
            max={Math.max(1, delivering.size)}
            value={delivering.progress}
            aria-label={shownName(delivering.name)}
          />
          <p className="soft small number">
            {shownName(delivering.name)} ·{" "}
            {say("agent-bytes", {
              done: formatSize(language, delivering.progress),
              total: formatSize(language, delivering.size),
            })}
          </p>
        </>
      ) : null}
      {error ? <p className="error-text">{error.message}</p> : null}
      <div className="row">
        <Button icon="trash" size="small" onPress={() => void remove()}>
          {say("agent-remove-gateway")}
        </Button>
      </div>
    </li>
  );
}

function GatewayDialog({ close }: { close: () => void }) {
  const say = useSay();
  const store = useStore();
  const toasts = useToasts();
  const form = useForm({
    initial: { token: "", dst_folder: "" },
    check: ({ token, dst_folder }) => ({
      ...(token.trim() === "" ? { token: say("agent-needed") } : {}),
      ...(dst_folder.startsWith("/") ? {} : { dst_folder: say("agent-path-absolute") }),
    }),
    send: ({ token, dst_folder }) => call("POST", "/gateways", { body: { token: token.trim(), dst_folder } }),
    done: () => {
      toasts.say(say("agent-gateway-added"));
      void store.refresh();
      close();
    },
  });
  return (
    <Dialog title={say("agent-add-gateway")} isOpen onClose={close}>
      <Form form={form} action={say("agent-add-gateway")} onCancel={close}>
        <TextField
          label={say("agent-gateway-token")}
          help={say("agent-gateway-token-help")}
          type="password"
          autoComplete="off"
          isRequired
          {...form.field("token")}
        />
        <PathField label={say("agent-field-dst-folder")} kind="folder" isRequired {...form.field("dst_folder")} />
      </Form>
    </Dialog>
  );
}

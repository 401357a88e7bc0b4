import { useState } from "react";
import { Button, Empty, Menu, Section, useConfirm } from "../../kit";
import { useSay } from "../../texts/texts";
import { call } from "../api";
import { useAct, useAgent } from "../context";
import type { Transfer } from "../picture";
import { DownloadDialog } from "./DownloadDialog";
import { TransferCard } from "./TransferCard";
import { UploadDialog } from "./UploadDialog";

/** Everything that moves or has moved, the newest first. */
export function TransfersTab() {
  const say = useSay();
  const { transfers } = useAgent();
  const [dialog, setDialog] = useState<"upload" | "download">();
  const close = () => setDialog(undefined);
  const list = (kind: Transfer["kind"]) => transfers.filter((each) => each.kind === kind);
  return (
    <div className="stack">
      <Group
        kind="upload"
        transfers={list("upload")}
        action={
          <Button kind="primary" icon="up" onPress={() => setDialog("upload")}>
            {say("agent-new-upload")}
          </Button>
        }
      />
      <Group
        kind="download"
        transfers={list("download")}
        action={
          <Button kind="primary" icon="download" onPress={() => setDialog("download")}>
            {say("agent-new-download")}
          </Button>
        }
      />
      {dialog === "upload" && <UploadDialog close={close} />}
      {dialog === "download" && <DownloadDialog close={close} />}
    </div>
  );
}

interface GroupProps {
  kind: Transfer["kind"];
  transfers: Transfer[];
  action: React.ReactNode;
}

function Group({ kind, transfers, action }: GroupProps) {
  const say = useSay();
  const actions = (
    <>
      {action}
      <GroupMenu kind={kind} transfers={transfers} />
    </>
  );
  return (
    <Section title={say(`agent-${kind}s`)} actions={actions}>
      {transfers.length === 0 ? (
        <Empty title={say(`agent-no-${kind}s`)}>{say(`agent-no-${kind}s-text`)}</Empty>
      ) : (
        <ul className="transfers">
          {transfers.map((each) => (
            <TransferCard key={each.id} transfer={each} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function GroupMenu({ kind, transfers }: Omit<GroupProps, "action">) {
  const say = useSay();
  const confirm = useConfirm();
  const { act } = useAct();
  const count = (state: Transfer["state"]) => transfers.filter((each) => each.state === state).length;
  const clear = async () => {
    const body = say(`agent-clear-${kind}s-text`, { count: count("complete") });
    if (!(await confirm({ title: say("agent-clear"), body, action: say("remove") }))) return;
    act(() => call("DELETE", `/${kind}s?states=complete`));
  };
  const each = (verb: "pause" | "resume", state: Transfer["state"]) => () =>
    act(() =>
      kind === "upload"
        ? call("POST", `/uploads/${verb}`)
        : Promise.all(
            transfers.filter((one) => one.state === state).map((one) => call("POST", `/downloads/${one.id}/${verb}`)),
          ),
    );
  return (
    <Menu
      label={say(`agent-all-${kind}s`)}
      icon="more"
      entries={[
        {
          id: "pause",
          label: say("agent-pause-all"),
          icon: "pause",
          act: each("pause", "transferring"),
          isDisabled: count("transferring") === 0,
        },
        {
          id: "resume",
          label: say("agent-resume-all"),
          icon: "play",
          act: each("resume", "paused"),
          isDisabled: count("paused") === 0,
        },
        {
          id: "clear",
          label: say("agent-clear"),
          icon: "trash",
          act: () => void clear(),
          isDisabled: count("complete") === 0,
        },
      ]}
    />
  );
}

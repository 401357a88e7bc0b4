import { useState } from "react";
import { Badge, Button, Menu, type MenuEntry, type Tone, useConfirm } from "../../kit";
import { formatDuration } from "../../texts/duration";
import { formatPercent, formatSize, shownName } from "../../texts/format";
import { type PageTexts, useTexts } from "../../texts/texts";
import { call } from "../api";
import { useAct } from "../context";
import type { Transfer, TransferState } from "../picture";
import { DetailsDialog } from "./DetailsDialog";
import { LinkDialog } from "./LinkDialog";

const TONES: Record<TransferState, Tone> = {
  transferring: "plain",
  paused: "warn",
  idle: "warn",
  complete: "good",
  error: "bad",
};

/** One transfer: how far, how fast, what is wrong, and what can be done about it. */
export function TransferCard({ transfer }: { transfer: Transfer }) {
  const texts = useTexts();
  const { say } = texts;
  const name = shownName(transfer.name) || say("agent-unnamed");
  const share = transfer.size > 0 ? transfer.progress / transfer.size : transfer.state === "complete" ? 1 : 0;
  return (
    <li className="transfer">
      <div className="transfer-head">
        <h3>{name}</h3>
        <Badge tone={TONES[transfer.state]} icon={transfer.state === "transferring" ? "clock" : undefined}>
          {say(`agent-state-${transfer.state}`)}
        </Badge>
      </div>
      {transfer.state === "complete" ? null : (
        <progress max={1} value={share} aria-label={say("agent-progress", { name })}>
          {formatPercent(texts.language, share)}
        </progress>
      )}
      <p className="soft small number">{lineOf(texts, transfer)}</p>
      {transfer.error ? <p className="error-text">{transfer.error.message}</p> : null}
      <TransferButtons transfer={transfer} name={name} />
    </li>
  );
}

function lineOf({ say, language }: PageTexts, transfer: Transfer): string {
  const total = formatSize(language, transfer.size);
  const parts =
    transfer.state === "complete"
      ? [total]
      : [say("agent-bytes", { done: formatSize(language, transfer.progress), total })];
  if (transfer.bytesPerSecond) {
    parts.push(say("agent-speed", { speed: formatSize(language, transfer.bytesPerSecond) }));
    if (transfer.secondsLeft) parts.push(say("agent-left", { time: formatDuration(language, transfer.secondsLeft) }));
  }
  if (transfer.folder) parts.push(transfer.folder);
  return parts.join(" · ");
}

function TransferButtons({ transfer, name }: { transfer: Transfer; name: string }) {
  const { say } = useTexts();
  const { act, isBusy } = useAct();
  const [dialog, setDialog] = useState<"details" | "link">();
  const { kind, id, state, error } = transfer;
  const does = (verb: "pause" | "resume" | "finalize") => () => act(() => call("POST", `/${kind}s/${id}/${verb}`));
  const close = () => setDialog(undefined);
  return (
    <div className="row">
      {state === "transferring" && (
        <Button
          icon="pause"
          size="small"
          onPress={does("pause")}
          busy={isBusy}
          aria-label={say("agent-pause-named", { name })}
        >
          {say("agent-pause")}
        </Button>
      )}
      {(state === "paused" || (state === "error" && error?.recoverable)) && (
        <Button icon={state === "error" ? "retry" : "play"} size="small" onPress={does("resume")} busy={isBusy}>
          {say(state === "error" ? "try-again" : "agent-resume")}
        </Button>
      )}
      {state === "idle" && (
        <Button kind="primary" size="small" onPress={does("finalize")} busy={isBusy}>
          {say("agent-finalize")}
        </Button>
      )}
      {kind === "upload" && state === "complete" && (
        <Button icon="link" size="small" onPress={() => setDialog("link")}>
          {say("agent-link")}
        </Button>
      )}
      <Button kind="quiet" size="small" onPress={() => setDialog("details")}>
        {say("agent-details")}
      </Button>
      <RemoveMenu transfer={transfer} name={name} />
      {dialog === "details" && <DetailsDialog transfer={transfer} name={name} close={close} />}
      {dialog === "link" && <LinkDialog transfer={transfer} close={close} />}
    </div>
  );
}

function RemoveMenu({ transfer, name }: { transfer: Transfer; name: string }) {
  const { say } = useTexts();
  const { act } = useAct();
  const confirm = useConfirm();
  const { kind, id } = transfer;
  const remove = (withFiles: boolean) => async () => {
    const body = say(withFiles ? "agent-remove-files-text" : `agent-remove-${kind}-text`, { name });
    const action = say(withFiles ? "agent-remove-files" : "remove");
    if (!(await confirm({ title: say("agent-remove-named", { name }), body, action, isDanger: withFiles }))) return;
    act(
      () => call("DELETE", `/${kind}s/${id}${withFiles ? "?remove_files=true" : ""}`),
      say("agent-removed", { name }),
    );
  };
  const entries: MenuEntry[] = [
    { id: "remove", label: say("agent-remove"), icon: "trash", act: () => void remove(false)() },
  ];
  if (kind === "download") {
    entries.push({
      id: "files",
      label: say("agent-remove-files"),
      icon: "trash",
      isDanger: true,
      act: () => void remove(true)(),
    });
  }
  return <Menu label={say("agent-more-named", { name })} icon="more" kind="quiet" entries={entries} />;
}

import { useState } from "react";
import { Badge, Button, Menu, Switch, type Tone, useConfirm } from "../../kit";
import { useSay } from "../../texts/texts";
import { call } from "../api";
import { useAct } from "../context";
import type { Automation } from "../picture";
import { ExportDialog } from "./ExportDialog";
import { canPreview } from "./fields";
import { PreviewDialog } from "./PreviewDialog";

const TONES: Record<string, Tone> = { running: "good", error: "bad", off: "plain" };

export const typeName = (type: string): string => `agent-type-${type.replaceAll("_", "-")}`;

/** One automation: on or off, what it is about, and what is in its way. */
export function AutomationCard({ automation, edit }: { automation: Automation; edit: () => void }) {
  const say = useSay();
  const { act } = useAct();
  const { name, type, status, enabled } = automation;
  const path = `/automations/${type}/${automation.automation_id}`;
  const place = String(automation.path ?? automation.dst_folder ?? "");
  return (
    <li className="card automation">
      <div className="row spread">
        <h3>{name}</h3>
        <Badge tone={TONES[status.state] ?? "plain"}>{say(`agent-automation-${status.state}`)}</Badge>
      </div>
      <p className="soft small">{say(typeName(type))}</p>
      <p className="small code">{place}</p>
      {status.reason ? <p className={status.state === "error" ? "error-text" : "small"}>{status.reason}</p> : null}
      {status.waiting > 0 ? <p className="small">{say("agent-waiting", { count: status.waiting })}</p> : null}
      <Troubles automation={automation} />
      <Switch
        label={say("agent-field-enabled")}
        isSelected={enabled}
        onChange={(on) => act(() => call("PUT", path, { body: { enabled: on } }))}
      />
      <CardButtons automation={automation} edit={edit} path={path} />
    </li>
  );
}

function Troubles({ automation: { status } }: { automation: Automation }) {
  const say = useSay();
  const troubles = status.troubles ?? [];
  if (troubles.length === 0) return null;
  return (
    <details className="small">
      <summary>{say("agent-troubles", { count: troubles.length })}</summary>
      <ul>
        {troubles.map((each) => (
          <li key={each.name}>
            {each.name}: {each.reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function CardButtons({ automation, edit, path }: { automation: Automation; edit: () => void; path: string }) {
  const say = useSay();
  const confirm = useConfirm();
  const { act } = useAct();
  const [dialog, setDialog] = useState<"preview" | "export">();
  const { name } = automation;
  const remove = async () => {
    const question = {
      title: say("agent-remove-named", { name }),
      body: say("agent-delete-automation-text"),
      action: say("delete"),
      isDanger: true,
    };
    if (await confirm(question)) act(() => call("DELETE", path), say("agent-removed", { name }));
  };
  return (
    <div className="row">
      <Button icon="edit" size="small" onPress={edit} aria-label={say("agent-edit-named", { name })}>
        {say("agent-edit")}
      </Button>
      {canPreview(automation.type) && (
        <Button icon="eye" size="small" onPress={() => setDialog("preview")}>
          {say("agent-preview")}
        </Button>
      )}
      <Menu
        label={say("agent-more-named", { name })}
        icon="more"
        kind="quiet"
        entries={[
          { id: "export", label: say("agent-export"), icon: "download", act: () => setDialog("export") },
          { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: () => void remove() },
        ]}
      />
      {dialog === "preview" && (
        <PreviewDialog type={automation.type} body={automation} close={() => setDialog(undefined)} />
      )}
      {dialog === "export" && <ExportDialog path={path} name={name} close={() => setDialog(undefined)} />}
    </div>
  );
}

import { useState } from "react";
import { Button, Empty, Section } from "../../kit";
import { useSay } from "../../texts/texts";
import { useAgent } from "../context";
import type { Automation } from "../picture";
import { AutomationCard } from "./AutomationCard";
import { AutomationDialog } from "./AutomationDialog";
import { ImportDialog } from "./ImportDialog";

/** What the agent does by itself. */
export function AutomationsTab() {
  const say = useSay();
  const { automations } = useAgent();
  const [dialog, setDialog] = useState<{ kind: "edit"; automation?: Automation } | { kind: "import" }>();
  const close = () => setDialog(undefined);
  const actions = (
    <>
      <Button kind="primary" icon="add" onPress={() => setDialog({ kind: "edit" })}>
        {say("agent-new-automation")}
      </Button>
      <Button onPress={() => setDialog({ kind: "import" })}>{say("agent-import")}</Button>
    </>
  );
  return (
    <Section title={say("agent-automations")} actions={actions}>
      {automations.length === 0 ? (
        <Empty title={say("agent-no-automations")}>{say("agent-no-automations-text")}</Empty>
      ) : (
        <ul className="automations">
          {automations.map((each) => (
            <AutomationCard
              key={each.automation_id}
              automation={each}
              edit={() => setDialog({ kind: "edit", automation: each })}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === "edit" && <AutomationDialog automation={dialog.automation} close={close} />}
      {dialog?.kind === "import" && <ImportDialog close={close} />}
    </Section>
  );
}

import { useState } from "react";
import { Menu, type MenuEntry } from "../../kit";
import { useSay } from "../../texts/texts";
import { useAct, useAskedAct } from "../useAct";
import { useKeyCalls } from "./calls";
import { EditKeyDialog } from "./KeyDialogs";
import type { ApiKey } from "./state";

/** What can be done with a key. A suspended one can only be deleted. */
export function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const say = useSay();
  const [isEditing, setEditing] = useState(false);
  const name = apiKey.name || say("keys-unnamed");
  const toggle = useSwitch(apiKey, name);
  const remove = useDelete(apiKey, name);
  const isSuspended = apiKey.state === "suspended";
  const entries: MenuEntry[] = [
    {
      id: "switch",
      label: say(apiKey.state === "active" ? "keys-switch-off" : "keys-switch-on"),
      icon: apiKey.state === "active" ? "pause" : "play",
      act: () => toggle(),
      isDisabled: isSuspended,
    },
    { id: "edit", label: say("keys-edit"), icon: "edit", act: () => setEditing(true), isDisabled: isSuspended },
    { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: remove },
  ];
  return (
    <>
      <Menu label={say("keys-menu", { name })} icon="more" kind="quiet" entries={entries} />
      {isEditing && <EditKeyDialog apiKey={apiKey} onClose={() => setEditing(false)} />}
    </>
  );
}

/** At once, without time to undo it: whoever switches a key off may be in a hurry. */
function useSwitch(apiKey: ApiKey, name: string) {
  const say = useSay();
  const calls = useKeyCalls();
  const isOff = apiKey.state !== "active";
  const { act } = useAct({
    act: () => calls.switchTo(apiKey, isOff ? "active" : "inactive"),
    said: () => say(isOff ? "keys-switched-on-done" : "keys-switched-off-done", { name }),
    changes: ["api-keys"],
  });
  return act;
}

function useDelete(apiKey: ApiKey, name: string) {
  const say = useSay();
  const calls = useKeyCalls();
  return useAskedAct({
    question: {
      title: say("keys-delete-title", { name }),
      body: say("keys-delete-text"),
      action: say("delete"),
      isDanger: true,
    },
    act: () => calls.remove(apiKey.id),
    said: () => say("keys-deleted-done", { name }),
    changes: ["api-keys"],
  });
}

import { type Dispatch, useEffect, useRef, useState } from "react";
import { useSay } from "../../texts/texts";
import type { DraftField, FormChange, FormDraft } from "./draft";

/** Moves fields, says where each went, and keeps the focus on the button that was pressed. */
export function useMoves(draft: FormDraft, change: Dispatch<FormChange>) {
  const say = useSay();
  const [spoken, setSpoken] = useState("");
  const wanted = useRef<{ key: string; by: -1 | 1 }>(undefined);
  const move = (field: DraftField, by: -1 | 1) => {
    const place = draft.fields.findIndex((each) => each.key === field.key) + by + 1;
    change({ kind: "move", key: field.key, by });
    setSpoken(say("forms-moved", { label: field.label, place, count: draft.fields.length }));
    wanted.current = { key: field.key, by };
  };
  // Browsers take the focus away from an element that is put elsewhere in the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order of the fields is a reason to look.
  useEffect(() => {
    if (!wanted.current) return;
    const { key, by } = wanted.current;
    wanted.current = undefined;
    const buttons = [moveId(key, by), moveId(key, by === 1 ? -1 : 1)].map((id) => document.getElementById(id));
    buttons.find((button) => button && !button.hasAttribute("disabled"))?.focus();
  }, [draft.fields]);
  return { spoken, move };
}

/** The id of the button that moves a field up or down. */
export function moveId(key: string, by: -1 | 1): string {
  return `move-${by === 1 ? "down" : "up"}-${key}`;
}

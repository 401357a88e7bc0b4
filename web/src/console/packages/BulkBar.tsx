import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionBar, Button, useConfirm, useToasts } from "../../kit";
import { formatNumber } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { act, type BulkAction, forEach, isFor, restore } from "./bulk";
import type { Package } from "./queries";

interface BulkBarProps {
  selected: ReadonlyMap<string, Package>;
  total: number;
  onClear: () => void;
  onSelectAll: () => Promise<void>;
}

const ACTIONS: readonly BulkAction[] = ["archive", "unarchive", "delete"];

/** What can be done with the ticked packages. Those for which an action is not meant are told and left alone. */
export function BulkBar({ selected, total, onClear, onSelectAll }: BulkBarProps) {
  const { say, language } = useTexts();
  const confirm = useConfirm();
  const toasts = useToasts();
  const { may } = useSession();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (action: BulkAction) => {
    const meant = [...selected.values()].filter((one) => isFor(action, one));
    const count = meant.length;
    const isSure = await confirm({
      title: say(`packages-bulk-${action}-title`, { count }),
      body: say(`packages-bulk-${action}-body`, { others: selected.size - count }),
      action: say(`packages-bulk-${action}`),
      isDanger: action === "delete",
      typed: action === "delete" ? formatNumber(language, count) : undefined,
    });
    if (!isSure) return;
    setBusy(true);
    const { done, failed, error } = await forEach(meant, (one) => act(action, one));
    setBusy(false);
    onClear();
    const readAgain = () =>
      Promise.all(["packages", "package"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    const undo = async () => {
      const result = await forEach(meant, restore);
      await readAgain();
      if (result.failed > 0) throw result.error;
    };
    const canUndo = action === "delete" && may("restore_packages");
    toasts.say(say(`packages-bulk-${action}-done`, { done }), canUndo ? undo : undefined);
    if (failed > 0) toasts.fail(error);
    await readAgain();
  };
  const all = [...selected.values()];
  return (
    <ActionBar
      count={selected.size}
      onClear={onClear}
      total={total}
      onSelectAll={() => void onSelectAll().catch(toasts.fail)}
    >
      {ACTIONS.map((action) => (
        <Button
          key={action}
          kind={action === "delete" ? "danger" : "plain"}
          busy={isBusy}
          isDisabled={!all.some((one) => isFor(action, one))}
          onPress={() => void run(action)}
        >
          {say(`packages-bulk-${action}`)}
        </Button>
      ))}
    </ActionBar>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionBar, Button, useConfirm, useToasts } from "../../kit";
import { formatNumber } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { act, type BulkAction, forEach, isFor } from "./bulk";
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
    toasts.say(say(`packages-bulk-${action}-done`, { done }));
    if (failed > 0) toasts.fail(error);
    await Promise.all(["packages", "package"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
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

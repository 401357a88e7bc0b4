import type { ReactNode } from "react";
import { useSay } from "../texts/texts";
import { Button } from "./Button";

export interface ActionBarProps {
  count: number;
  onClear: () => void;
  /** Offers to take all records of the list, not only those of this page. */
  total?: number | undefined;
  onSelectAll?: (() => void) | undefined;
  children: ReactNode;
}

/** Stands at the lower edge while rows are ticked: how many, and what can be done with them. */
export function ActionBar({ count, onClear, total, onSelectAll, children }: ActionBarProps) {
  const say = useSay();
  if (count === 0) return null;
  return (
    <section className="action-bar" aria-label={say("kit-selection")}>
      <span role="status">{say("kit-selected", { count })}</span>
      {onSelectAll && total !== undefined && total > count && (
        <Button kind="quiet" onPress={onSelectAll}>
          {say("kit-select-total", { count: total })}
        </Button>
      )}
      <span className="row">{children}</span>
      <Button kind="quiet" onPress={onClear}>
        {say("kit-clear-selection")}
      </Button>
    </section>
  );
}

import { type ReactNode, useEffect, useState } from "react";
import { Button, DateTimeField, MultiSelect, SearchField, Select, TextField } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { countSet, NO_FILTERS, type PackageFilters, STATES } from "./filters";
import { type Direction, usePortals, useSpaces, useTags } from "./queries";

interface FilterBarProps {
  direction: Direction;
  filters: PackageFilters;
  change: (change: Record<string, string | undefined>) => void;
  chooser: ReactNode;
}

/** Search and all filters of the interface. What is set stays in the address. */
export function FilterBar({ direction, filters, change, chooser }: FilterBarProps) {
  const say = useSay();
  const count = countSet(filters);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <div className="stack filters">
      <div className="filters-row">
        <DelayedSearch value={filters.name} onChange={(name) => change({ name })} />
        <Button icon="filter" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {count > 0 ? say("packages-filters-set", { count }) : say("packages-filters")}
        </Button>
        {(count > 0 || filters.name !== "") && (
          <Button kind="quiet" onPress={() => change(NO_FILTERS)}>
            {say("packages-filters-clear")}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="card filters-grid">
          <Fields direction={direction} filters={filters} change={change} />
          {chooser}
        </div>
      )}
    </div>
  );
}

function Fields({ direction, filters, change }: Omit<FilterBarProps, "chooser">) {
  const say = useSay();
  const { may } = useSession();
  const tags = useTags().data ?? [];
  const spaces = useSpaces().data ?? [];
  const portals = usePortals(direction === "received").data ?? [];
  const any = say("packages-any");
  const day = (name: "created_at_start" | "created_at_end" | "expiry_start" | "expiry_end", label: string) => (
    <DateTimeField label={say(label)} isDay value={filters[name]} onChange={(value) => change({ [name]: value })} />
  );
  return (
    <>
      <MultiSelect
        label={say("packages-state")}
        value={filters.status}
        onChange={(status) => change({ status: status.join(",") })}
        options={STATES.map((state) => ({ value: state, label: say(`packages-state-${state}`) }))}
      />
      <DelayedText label={say("packages-sender")} value={filters.sender} onChange={(sender) => change({ sender })} />
      {direction === "received" && (
        <Select
          label={say("packages-portal")}
          value={filters.portal}
          onChange={(portal) => change({ portal })}
          options={[{ value: "", label: any }, ...portals.map((each) => ({ value: each.id, label: each.name }))]}
        />
      )}
      {may("use_tags") && (
        <MultiSelect
          label={say("packages-tag")}
          none={any}
          value={filters.tags}
          onChange={(chosen) => change({ tags: chosen.join(",") })}
          options={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
        />
      )}
      <MultiSelect
        label={say("packages-space")}
        none={any}
        value={filters.teamspaces}
        onChange={(chosen) => change({ teamspaces: chosen.join(",") })}
        options={spaces.map((space) => ({ value: space.id, label: space.name }))}
      />
      {day("created_at_start", "packages-created-from")}
      {day("created_at_end", "packages-created-to")}
      {day("expiry_start", "packages-expiry-from")}
      {day("expiry_end", "packages-expiry-to")}
      <Select
        label={say("packages-extra")}
        value={filters.extra_storage}
        onChange={(extra_storage) => change({ extra_storage })}
        options={[
          { value: "", label: any },
          { value: "true", label: say("packages-extra-yes") },
          { value: "false", label: say("packages-extra-no") },
        ]}
      />
    </>
  );
}

interface DelayedProps {
  value: string;
  onChange: (value: string) => void;
}

const PAUSE = 350;

/** What is typed, told on when typing pauses, so that not every letter asks the server. */
function useDelayed({ value, onChange }: DelayedProps): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  });
  return [text, setText];
}

function DelayedSearch(props: DelayedProps) {
  const say = useSay();
  const [text, setText] = useDelayed(props);
  return <SearchField label={say("packages-search")} value={text} onChange={setText} isMain />;
}

function DelayedText({ label, ...props }: DelayedProps & { label: string }) {
  const [text, setText] = useDelayed(props);
  return <TextField label={label} type="email" value={text} onChange={setText} autoComplete="off" />;
}

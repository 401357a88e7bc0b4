import { type ReactNode, useEffect, useState } from "react";
import { Button, DateTimeField, MultiSelect, SearchField, Select } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSpaces, useTags } from "../packages/queries";
import { useSession } from "../session/useSession";
import { useSettled } from "../shared/settled";
import { filtersOf, hasFilters, NO_FILTERS, type PortalSearch } from "./search";

interface PortalFiltersProps {
  search: PortalSearch;
  change: (change: Record<string, string | undefined>) => void;
  /** The choice of columns, which stands in the same row. */
  chooser: ReactNode;
}

/** What the list is asked for; all of it stands in the address. */
export function PortalFilters({ search, change, chooser }: PortalFiltersProps) {
  const say = useSay();
  const { name, ...others } = filtersOf(search);
  const count = Object.keys(others).length;
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <search className="stack">
      <div className="portal-search">
        <NameSearch name={name ?? ""} onChange={(next) => change({ name: next })} />
        <Button icon="filter" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {count > 0 ? say("portals-filters-set", { count }) : say("portals-filters")}
        </Button>
        {hasFilters(search) && (
          <Button kind="quiet" onPress={() => change(NO_FILTERS)}>
            {say("portals-clear")}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="card portal-filters">
          <Fields search={search} change={change} />
          {chooser}
        </div>
      )}
    </search>
  );
}

function Fields({ search, change }: Omit<PortalFiltersProps, "chooser">) {
  const say = useSay();
  const { may } = useSession();
  const tags = useTags();
  const spaces = useSpaces();
  const any = say("portals-any");
  const options = (list: { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const day = (name: "created_at_start" | "created_at_end", label: string) => (
    <DateTimeField label={label} isDay value={search[name] ?? ""} onChange={(value) => change({ [name]: value })} />
  );
  return (
    <>
      <Select
        label={say("portals-state")}
        value={search.active ?? ""}
        onChange={(active) => change({ active })}
        options={[
          { value: "", label: any },
          { value: "on", label: say("portals-on") },
          { value: "off", label: say("portals-off") },
        ]}
      />
      {may("use_tags") && (
        <MultiSelect
          label={say("portals-tag")}
          none={any}
          value={search.tags ?? []}
          onChange={(value) => change({ tags: value.join(",") })}
          options={options(tags.data)}
        />
      )}
      <MultiSelect
        label={say("portals-teamspace")}
        none={any}
        value={search.teamspaces ?? []}
        onChange={(value) => change({ teamspaces: value.join(",") })}
        options={options(spaces.data)}
      />
      {day("created_at_start", say("portals-created-from"))}
      {day("created_at_end", say("portals-created-until"))}
    </>
  );
}

/** Asks when typing pauses, and follows the address when somebody goes back. */
function NameSearch({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const say = useSay();
  const [typed, setTyped] = useState(name);
  const settled = useSettled(typed, 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is told, not what the address says.
  useEffect(() => {
    if (settled !== name) onChange(settled);
  }, [settled]);
  useEffect(() => setTyped(name), [name]);
  return <SearchField label={say("portals-search")} value={typed} onChange={setTyped} isMain />;
}

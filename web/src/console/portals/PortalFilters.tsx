import { type ReactNode, useEffect, useState } from "react";
import { DateTimeField, MultiSelect, SearchField, Select } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { useSpaces, useTags } from "../shared/data";
import { useSettled } from "../shared/settled";
import type { PortalSearch } from "./search";

interface PortalFiltersProps {
  search: PortalSearch;
  change: (change: Record<string, string | undefined>) => void;
  /** The choice of columns, which stands in the same row. */
  chooser: ReactNode;
}

/** What the list is asked for; all of it stands in the address. */
export function PortalFilters({ search, change, chooser }: PortalFiltersProps) {
  const say = useSay();
  const { may } = useSession();
  const tags = useTags(may("tags"));
  const spaces = useSpaces();
  const options = (list: { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className="filters">
      <NameSearch name={search.name ?? ""} onChange={(name) => change({ name })} />
      <Select
        label={say("portals-state")}
        value={search.active ?? ""}
        onChange={(active) => change({ active })}
        options={[
          { value: "", label: say("portals-any") },
          { value: "on", label: say("portals-on") },
          { value: "off", label: say("portals-off") },
        ]}
      />
      {may("tags") && (
        <MultiSelect
          label={say("portals-tag")}
          none={say("portals-any")}
          value={search.tags ?? []}
          onChange={(value) => change({ tags: value.join(",") })}
          options={options(tags.data)}
        />
      )}
      <MultiSelect
        label={say("portals-teamspace")}
        none={say("portals-any")}
        value={search.teamspaces ?? []}
        onChange={(value) => change({ teamspaces: value.join(",") })}
        options={options(spaces.data)}
      />
      <DateTimeField
        label={say("portals-created-from")}
        isDay
        value={search.created_at_start ?? ""}
        onChange={(day) => change({ created_at_start: day })}
      />
      <DateTimeField
        label={say("portals-created-until")}
        isDay
        value={search.created_at_end ?? ""}
        onChange={(day) => change({ created_at_end: day })}
      />
      {chooser}
    </search>
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

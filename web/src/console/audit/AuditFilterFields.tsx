import { useQuery } from "@tanstack/react-query";
import { AUDIT_ACTIONS, NAMED_ACTORS } from "../../facts/audit";
import { Button, type Option, Select, TextField } from "../../kit";
import { type Say, useSay } from "../../texts/texts";
import { DayFields } from "../activities/DayFields";
import { membersOf } from "../members/calls";
import { memberName } from "../members/rules";
import { useSession } from "../session/useSession";
import { type AuditFilters, actionName, actorText, isFiltered } from "./filters";

const NO_FILTERS = { actor: undefined, action: undefined, object: undefined, from: undefined, to: undefined };

interface FilterProps {
  filters: AuditFilters;
  change: (change: Record<string, string | undefined>) => void;
}

/** What is asked of the record; all of it stands in the address. */
export function AuditFilterFields({ filters, change }: FilterProps) {
  const say = useSay();
  const { scope } = useSession();
  return (
    <search className="filters" aria-label={say("record-filters")}>
      <Select
        label={say("audit-action")}
        value={filters.action}
        onChange={(action) => change({ action })}
        options={withAny(
          say,
          filters.action,
          AUDIT_ACTIONS.map((value) => ({ value, label: actionName(say, value) })),
        )}
      />
      {scope("read_audit") === "all" && <ActorField filters={filters} change={change} />}
      <TextField
        label={say("audit-object")}
        isCode
        autoComplete="off"
        value={filters.object}
        onChange={(object) => change({ object })}
      />
      <DayFields days={filters} onChange={change} />
      {isFiltered(filters) && (
        <Button kind="quiet" icon="close" onPress={() => change(NO_FILTERS)}>
          {say("record-filter-clear")}
        </Button>
      )}
    </search>
  );
}

function ActorField({ filters, change }: FilterProps) {
  const say = useSay();
  const { team, may } = useSession();
  const members = useQuery({ ...membersOf(team.id), enabled: may("manage_team") });
  const people = (members.data ?? []).map((member) => ({ value: member.user_id, label: memberName(member) }));
  const others = NAMED_ACTORS.map((actor) => ({ value: actor, label: say(actorText(actor)) }));
  return (
    <Select
      label={say("audit-actor")}
      value={filters.actor}
      onChange={(actor) => change({ actor })}
      options={withAny(say, filters.actor, [...people, ...others])}
    />
  );
}

/** "Any" first; and whatever else the address asks for, such as someone who left. */
function withAny(say: Say, chosen: string, options: Option[]): Option[] {
  const isKnown = chosen === "" || options.some((option) => option.value === chosen);
  const other = isKnown ? [] : [{ value: chosen, label: chosen }];
  return [{ value: "", label: say("record-any") }, ...options, ...other];
}

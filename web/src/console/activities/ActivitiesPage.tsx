import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../../api/client";
import { QUERY } from "../../facts/limits";
import { Badge, Button, type Column, Empty, Loaded, MultiSelect, Page, Pager, Table } from "../../kit";
import { formatMoment, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useAddress } from "../address";
import { useSession } from "../session/useSession";
import { ActivityStateBadge } from "./ActivityStateBadge";
import { type Activity, kindText } from "./activity";
import { DayFields } from "./DayFields";
import {
  ACTIVITY_KINDS,
  ACTIVITY_STATES,
  type ActivityFilters,
  activityFilters,
  activityQuery,
  isFiltered,
} from "./filters";
import { StepsDialog } from "./StepsDialog";
import "./record.css";

const LIMIT = QUERY.PAGE_USUAL;
const NO_FILTERS = { kind: undefined, state: undefined, package_id: undefined, from: undefined, to: undefined };

/** What is and was going on: uploads, downloads, links, transfers. */
export function ActivitiesPage() {
  const say = useSay();
  const { scope } = useSession();
  const [filters, change] = useAddress(activityFilters);
  const [opened, setOpened] = useState<Activity>();
  const query = useActivities(filters);
  const columns = useActivityColumns();
  return (
    <Page
      title={say("activities-title")}
      lead={say(scope("read_audit") === "all" ? "activities-intro" : "activities-intro-own")}
    >
      <Filters filters={filters} change={change} />
      <Loaded query={query}>
        {({ metadata, records }) => (
          <>
            <Table
              label={say("activities-title")}
              rows={records}
              columns={columns}
              rowId={(activity) => activity.id}
              onOpen={setOpened}
              empty={<Nothing isFiltered={isFiltered(filters)} />}
              isBusy={query.isPlaceholderData}
              total={metadata.total}
            />
            <Pager page={filters.page} total={metadata.total} onPage={(page) => change({ page: String(page) })} />
          </>
        )}
      </Loaded>
      {opened && <StepsDialog activity={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function useActivities(filters: ActivityFilters) {
  const { team } = useSession();
  const wanted = activityQuery(filters, LIMIT);
  return useQuery({
    queryKey: ["activities", team.id, wanted],
    queryFn: () => {
      const params = { path: { team_id: team.id }, query: wanted };
      return answer(api.GET("/v1.1/teams/{team_id}/activities", { params }));
    },
    placeholderData: keepPreviousData,
  });
}

interface FiltersProps {
  filters: ActivityFilters;
  change: (change: Record<string, string | undefined>) => void;
}

function Filters({ filters, change }: FiltersProps) {
  const say = useSay();
  return (
    <search className="filters" aria-label={say("record-filters")}>
      <MultiSelect
        label={say("activities-kind")}
        none={say("record-any")}
        value={filters.kind}
        onChange={(kind) => change({ kind: kind.join(",") })}
        options={ACTIVITY_KINDS.map((kind) => ({ value: kind, label: say(kindText(kind)) }))}
      />
      <MultiSelect
        label={say("activities-state")}
        none={say("record-any")}
        value={filters.state}
        onChange={(state) => change({ state: state.join(",") })}
        options={ACTIVITY_STATES.map((state) => ({ value: state, label: say(`activities-state-${state}`) }))}
      />
      <DayFields days={filters} onChange={change} />
      {filters.package_id && <Badge icon="filter">{say("activities-one-package")}</Badge>}
      {isFiltered(filters) && (
        <Button kind="quiet" icon="close" onPress={() => change(NO_FILTERS)}>
          {say("record-filter-clear")}
        </Button>
      )}
    </search>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const say = useSay();
  if (isFiltered) return <Empty title={say("record-nothing-found")} />;
  return <Empty title={say("activities-empty-title")}>{say("activities-empty-text")}</Empty>;
}

function useActivityColumns(): Column<Activity>[] {
  const { language, say } = useTexts();
  return [
    { id: "kind", title: say("activities-column-kind"), render: (activity) => say(kindText(activity.kind)) },
    {
      id: "package",
      title: say("activities-column-package"),
      render: (activity) => shownName(activity.package_name),
    },
    {
      id: "state",
      title: say("activities-column-state"),
      render: (activity) => <ActivityStateBadge state={activity.state} />,
    },
    {
      id: "actor",
      title: say("activities-column-actor"),
      render: (activity) => activity.actor || say("activities-someone"),
    },
    {
      id: "time",
      title: say("activities-column-time"),
      render: (activity) => formatMoment(language, activity.created_at),
    },
  ];
}

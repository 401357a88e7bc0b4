import { Badge, type Column, Empty, LinkButton, Loaded, Page, Table } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { type Filter, useFilters } from "../shared/data";
import { filterDraftOf } from "./draft";

/** The filters of the Team. */
export function FiltersPage() {
  const { language, say } = useTexts();
  const filters = useFilters();
  const create = (
    <LinkButton kind="primary" icon="add" href="/filters/new">
      {say("filters-create")}
    </LinkButton>
  );
  const columns: Column<Filter>[] = [
    { id: "name", title: say("filters-name"), render: (filter) => filter.name },
    { id: "action", title: say("filters-effect"), render: (filter) => <Effect filter={filter} /> },
    { id: "patterns", title: say("filters-patterns"), render: (filter) => <Patterns filter={filter} /> },
    { id: "updated", title: say("filters-changed"), render: (filter) => formatMoment(language, filter.updated_at) },
  ];
  return (
    <Page title={say("filters-title")} lead={say("filters-lead")} actions={create}>
      <Loaded query={filters}>
        {(rows) => (
          <Table
            label={say("filters-title")}
            rows={rows}
            columns={columns}
            rowId={(filter) => filter.id}
            href={(filter) => `/filters/${filter.id}`}
            empty={
              <Empty title={say("filters-none")} action={create}>
                {say("filters-none-help")}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

function Effect({ filter }: { filter: Filter }) {
  const { say } = useTexts();
  const { action } = filterDraftOf(filter);
  return <Badge icon={action === "include" ? "check" : "close"}>{say(`filters-${action}-short`)}</Badge>;
}

/** The first patterns; whoever wants all opens the filter. */
function Patterns({ filter }: { filter: Filter }) {
  const { say } = useTexts();
  const { patterns } = filterDraftOf(filter);
  const rest = patterns.length - 2;
  return (
    <span className="row">
      {patterns.slice(0, 2).map((pattern) => (
        <code key={pattern.key}>{pattern.text}</code>
      ))}
      {rest > 0 && <span className="soft small">{say("filters-more-patterns", { count: rest })}</span>}
    </span>
  );
}

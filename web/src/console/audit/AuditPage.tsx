import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, Empty, Loaded, Page, Pager, Table } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useAddress } from "../address";
import { useSession } from "../session/useSession";
import { AuditExport } from "./AuditExport";
import { AuditFilterFields } from "./AuditFilterFields";
import { readAudit } from "./calls";
import type { AuditLine } from "./export";
import { actionName, auditFilters, isFiltered } from "./filters";
import { LineDialog } from "./LineDialog";
import { useActorName } from "./useActorName";
import "../activities/record.css";

/** Who changed what, from where, sealed entry by entry. */
export function AuditPage() {
  const say = useSay();
  const { team, scope } = useSession();
  const [filters, change] = useAddress(auditFilters);
  const [opened, setOpened] = useState<AuditLine>();
  const columns = useAuditColumns();
  const query = useQuery({
    queryKey: ["audit", team.id, filters],
    queryFn: () => readAudit(team.id, filters),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={say("audit-title")}
      lead={say(scope("read_audit") === "all" ? "audit-intro" : "audit-intro-own")}
      actions={<AuditExport filters={filters} />}
    >
      <AuditFilterFields filters={filters} change={change} />
      <Loaded query={query}>
        {({ metadata, records }) => (
          <>
            <Table
              label={say("audit-title")}
              rows={records}
              columns={columns}
              rowId={(line) => String(line.sequence)}
              onOpen={setOpened}
              empty={<Empty title={say(isFiltered(filters) ? "record-nothing-found" : "audit-empty")} />}
              isBusy={query.isPlaceholderData}
              total={metadata.total}
            />
            <Pager page={filters.page} total={metadata.total} onPage={(page) => change({ page: String(page) })} />
          </>
        )}
      </Loaded>
      {opened && <LineDialog line={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

function useAuditColumns(): Column<AuditLine>[] {
  const { language, say } = useTexts();
  const nameOf = useActorName();
  return [
    { id: "action", title: say("audit-column-action"), render: (line) => actionName(say, line.action) },
    { id: "actor", title: say("audit-column-actor"), render: (line) => nameOf(line.actor) },
    {
      id: "time",
      title: say("audit-column-time"),
      render: (line) => <span className="moment">{formatMoment(language, line.at)}</span>,
    },
    {
      id: "detail",
      title: say("audit-column-detail"),
      render: (line) => <span className="detail">{line.detail}</span>,
    },
    {
      id: "address",
      title: say("audit-column-address"),
      render: (line) => <span className="whole">{line.address}</span>,
    },
  ];
}

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button, Empty, ErrorNote, LinkButton, Loading, Page, Pager, Table, useColumns } from "../../kit";
import { shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useAddress } from "../address";
import { useSession } from "../session/useSession";
import { BulkBar } from "./BulkBar";
import { columnsOf } from "./columns";
import { FilterBar } from "./FilterBar";
import { countSet, filtersOf, LIMIT, queryOf } from "./filters";
import { PeriodDialog } from "./PeriodDialog";
import { type Direction, fetchPackages, type Package, usePackages, usePortals } from "./queries";
import "./packages.css";

export function SentPage() {
  return <PackagesPage direction="sent" />;
}

export function ReceivedPage() {
  return <PackagesPage direction="received" />;
}

/** A list of packages with all its filters in the address, and work on many at once. */
function PackagesPage({ direction }: { direction: Direction }) {
  const texts = useTexts();
  const { say } = texts;
  const [filters, change] = useAddress(filtersOf);
  const query = queryOf(filters);
  const packages = usePackages(direction, query);
  const portals = usePortals(direction === "received").data;
  const names = useMemo(() => new Map(portals?.map((portal) => [portal.id, portal.name])), [portals]);
  const columns = useColumns(`packages-${direction}`, columnsOf(texts, direction, names));
  const selection = useSelection(direction, filters, packages.data?.records ?? []);
  const total = packages.data?.metadata.total ?? 0;
  const isFiltered = countSet(filters) > 0 || filters.name !== "";
  return (
    <Page title={say(`packages-${direction}`)} actions={<Actions direction={direction} />}>
      <FilterBar direction={direction} filters={filters} change={change} chooser={columns.chooser} />
      {packages.isError && <ErrorNote error={packages.error} retry={() => void packages.refetch()} />}
      {packages.isPending && <Loading />}
      {packages.data && (
        <Table
          label={say(`packages-${direction}`)}
          rows={packages.data.records}
          columns={columns.shown}
          rowId={(one) => one.id}
          rowName={(one) => shownName(one.name)}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
          href={(one) => `/packages/${one.id}`}
          selected={selection.ids}
          onSelect={selection.select}
          isBusy={packages.isPlaceholderData}
          empty={<Nothing direction={direction} isFiltered={isFiltered} />}
          total={total}
        />
      )}
      <Pager page={filters.page} limit={LIMIT} total={total} onPage={(page) => change({ page: String(page) })} />
      <BulkBar
        selected={selection.packages}
        total={total}
        onClear={selection.clear}
        onSelectAll={selection.selectAll}
      />
    </Page>
  );
}

const NONE: ReadonlyMap<string, Package> = new Map();

/** The ticked packages, also of other pages: their tokens are needed to do anything with them. */
function useSelection(direction: Direction, filters: ReturnType<typeof filtersOf>, rows: readonly Package[]) {
  const { team } = useSession();
  // What was ticked in another list, such as that of another Team or filter, is not seen here and must not be acted on.
  const list = JSON.stringify([direction, team.id, { ...filters, page: 0, sort: "" }]);
  const [ticked, setTicked] = useState({ list, packages: NONE });
  const packages = ticked.list === list ? ticked.packages : NONE;
  const setPackages = (next: ReadonlyMap<string, Package>) => setTicked({ list, packages: next });
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...packages, ...rows.map((one): [string, Package] => [one.id, one])]);
    setPackages(new Map([...known].filter(([id]) => ids.has(id))));
  };
  const selectAll = async () => {
    const found = new Map<string, Package>();
    for (let page = 1; ; page += 1) {
      const { metadata, records } = await fetchPackages(direction, team.id, queryOf({ ...filters, page }));
      for (const one of records) found.set(one.id, one);
      if (records.length === 0 || page * LIMIT >= metadata.total) break;
    }
    setPackages(found);
  };
  return { packages, ids: new Set(packages.keys()), select, selectAll, clear: () => setPackages(new Map()) };
}

function Actions({ direction }: { direction: Direction }) {
  const say = useSay();
  const { scope } = useSession();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const done = () => {
    setOpen(false);
    void queries.invalidateQueries({ queryKey: ["packages"] });
  };
  // Others do not see all packages of a period, and would archive what they cannot see.
  if (scope("manage_sent_packages") !== "all") return null;
  return (
    <>
      <Button icon="archive" onPress={() => setOpen(true)}>
        {say("packages-period")}
      </Button>
      {isOpen && <PeriodDialog direction={direction} onClose={() => setOpen(false)} onDone={done} />}
    </>
  );
}

function Nothing({ direction, isFiltered }: { direction: Direction; isFiltered: boolean }) {
  const say = useSay();
  const { may } = useSession();
  if (isFiltered) return <Empty title={say("packages-none-found")}>{say("packages-none-found-help")}</Empty>;
  if (direction === "received") {
    return (
      <Empty
        title={say("packages-none-received")}
        action={may("manage_portals") && <LinkButton href="/portals">{say("packages-to-portals")}</LinkButton>}
      >
        {say("packages-none-received-help")}
      </Empty>
    );
  }
  return (
    <Empty
      title={say("packages-none-sent")}
      action={
        may("send_packages") && (
          <LinkButton href="/send" kind="primary" icon="send">
            {say("frame-send")}
          </LinkButton>
        )
      }
    >
      {say("packages-none-sent-help")}
    </Empty>
  );
}

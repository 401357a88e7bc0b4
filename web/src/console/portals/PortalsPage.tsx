import { useState } from "react";
import { Badge, Button, type Column, CopyButton, Empty, Loaded, Page, Pager, Table, useColumns } from "../../kit";
import { formatDay } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useAddress } from "../address";
import { useSession } from "../session/useSession";
import { usePlaces, usePortals } from "./data";
import type { Portal } from "./draft";
import { NewPortalDialog } from "./NewPortalDialog";
import { PortalFilters } from "./PortalFilters";
import { hasFilters, NO_FILTERS, PAGE_SIZE, readPortalSearch } from "./search";
import "./portals.css";

/** The Portals that the reader sees, and the one-click making of another. */
export function PortalsPage() {
  const { say } = useTexts();
  const { may } = useSession();
  const [{ search, isNew }, change] = useAddress((raw) => ({ search: readPortalSearch(raw), isNew: raw.new === "1" }));
  const [isOpen, setOpen] = useState(false);
  const portals = usePortals(search);
  const columns = usePortalColumns();
  const { shown, chooser } = useColumns("portals", columns);
  const create = may("manage_portals") && (
    <Button kind="primary" icon="add" onPress={() => setOpen(true)}>
      {say("portals-create")}
    </Button>
  );
  const close = () => {
    setOpen(false);
    change({ new: undefined, page: search.page ? String(search.page) : undefined });
  };
  return (
    <Page title={say("portals-title")} lead={say("portals-lead")} actions={create}>
      <PortalFilters search={search} change={change} chooser={chooser} />
      <Loaded query={portals}>
        {({ records, metadata }) => (
          <>
            <Table
              label={say("portals-title")}
              rows={records}
              columns={shown}
              rowId={(portal) => portal.id}
              href={(portal) => `/portals/${portal.id}`}
              sort={search.sort ?? "-created_at"}
              onSort={(sort) => change({ sort })}
              isBusy={portals.isPlaceholderData}
              empty={<NoPortals isFiltered={hasFilters(search)} onClear={() => change(NO_FILTERS)} action={create} />}
              total={metadata.total}
            />
            <Pager
              page={search.page ?? 1}
              limit={PAGE_SIZE}
              total={metadata.total}
              onPage={(page) => change({ page: String(page) })}
            />
          </>
        )}
      </Loaded>
      {(isOpen || isNew) && may("manage_portals") && <NewPortalDialog onClose={close} />}
    </Page>
  );
}

interface NoPortalsProps {
  isFiltered: boolean;
  onClear: () => void;
  action: React.ReactNode;
}

function NoPortals({ isFiltered, onClear, action }: NoPortalsProps) {
  const { say } = useTexts();
  if (isFiltered) {
    return (
      <Empty title={say("portals-none-found")} action={<Button onPress={onClear}>{say("portals-clear")}</Button>} />
    );
  }
  return (
    <Empty title={say("portals-none")} action={action}>
      {say("portals-none-help")}
    </Empty>
  );
}

function usePortalColumns(): Column<Portal>[] {
  const { language, say } = useTexts();
  const places = usePlaces();
  return [
    { id: "name", title: say("portals-name"), sort: "name", render: (portal) => portal.name },
    { id: "state", title: say("portals-state"), render: (portal) => <PortalState portal={portal} /> },
    {
      id: "address",
      title: say("portals-address"),
      sort: "subdomain",
      render: (portal) => {
        const { link } = places(portal.subdomain);
        return (
          <span className="row portal-link">
            <code>{link.replace(/^https?:\/\/|\/$/g, "")}</code>
            <CopyButton text={link} size="small" kind="quiet" />
          </span>
        );
      },
    },
    { id: "tag", title: say("portals-tag"), render: (portal) => portal.tag?.name ?? "–" },
    { id: "teamspace", title: say("portals-teamspace"), render: (portal) => portal.teamspace.name || "–" },
    {
      id: "created",
      title: say("portals-created"),
      sort: "created_at",
      render: (portal) => formatDay(language, portal.created_at),
    },
    {
      id: "updated",
      title: say("portals-updated"),
      sort: "updated_at",
      render: (portal) => formatDay(language, portal.updated_at),
    },
  ];
}

/** Whether people can send through it now. */
export function PortalState({ portal }: { portal: Portal }) {
  const { say } = useTexts();
  const isOver = portal.expiry_enabled && new Date(portal.expiry).getTime() < Date.now();
  if (!portal.active) return <Badge icon="pause">{say("portals-off")}</Badge>;
  if (isOver) {
    return (
      <Badge tone="warn" icon="clock">
        {say("portals-over")}
      </Badge>
    );
  }
  return <Badge tone="good">{say("portals-on")}</Badge>;
}

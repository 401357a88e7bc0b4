import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, type Column, Empty, Loaded, Page, Pager, Table } from "../../kit";
import { useSay } from "../../texts/texts";
import { pageOfSearch, useAddress } from "../address";
import { useSession } from "../session/useSession";
import { type Space, spacesOf } from "./calls";
import { CreateSpaceDialog } from "./SpaceDialogs";

/** The parts of a Team that only some members see. */
export function SpacesPage() {
  const say = useSay();
  const { team, may } = useSession();
  const [page, change] = useAddress(pageOfSearch);
  const [isCreating, setCreating] = useState(false);
  const query = useQuery(spacesOf(team.id, page));
  const create = may("manage_teamspaces") && (
    <Button kind="primary" icon="add" onPress={() => setCreating(true)}>
      {say("spaces-create")}
    </Button>
  );
  return (
    <Page title={say("spaces-title")} lead={say("spaces-intro")} actions={create}>
      <Loaded query={query}>
        {({ metadata, teamspaces }) => (
          <>
            <Table
              label={say("spaces-title")}
              rows={teamspaces}
              columns={columns(say)}
              rowId={(space) => space.id}
              href={(space) => `/spaces/${space.id}`}
              empty={<NoSpaces action={create} />}
              isBusy={query.isPlaceholderData}
              total={metadata.total}
            />
            <Pager page={page} total={metadata.total} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
      {isCreating && <CreateSpaceDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function columns(say: ReturnType<typeof useSay>): Column<Space>[] {
  return [
    { id: "name", title: say("spaces-column-name"), render: (space) => <strong>{space.name}</strong> },
    {
      id: "members",
      title: say("spaces-column-members"),
      render: (space) => say("spaces-members-count", { count: space.members.length }),
    },
  ];
}

function NoSpaces({ action }: { action: React.ReactNode }) {
  const say = useSay();
  const { may } = useSession();
  return (
    <Empty title={say("spaces-empty-title")} action={action}>
      {say(may("manage_teamspaces") ? "spaces-empty-text" : "spaces-empty-text-member")}
    </Empty>
  );
}

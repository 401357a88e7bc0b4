import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client";
import { Badge, Button, type Column, Empty, Loaded, SearchField, Section, Table, type Tone } from "../../kit";
import { formatMoment, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { pageOfSearch, type Search, useAddress } from "../address";
import { LIMIT, packagesOf, type Space } from "./calls";

type SpacePackage = Pick<Schemas["PackageBody"], "id" | "name" | "sender" | "state" | "created_at">;

const TONES: Record<string, Tone> = { finalized: "good", new: "warn" };

function read(search: Search) {
  return { page: pageOfSearch(search), name: search.name ?? "" };
}

/** The packages of a Teamspace, the newest first. */
export function SpacePackages({ space }: { space: Space }) {
  const { say } = useTexts();
  const [{ page, name }, change] = useAddress(read);
  const query = useQuery(packagesOf(space.id, page, name));
  const columns = usePackageColumns();
  return (
    <Section title={say("spaces-packages-title")}>
      <SearchField
        label={say("spaces-packages-search")}
        value={name}
        onChange={(typed) => change({ name: typed })}
        isMain
      />
      <Loaded query={query}>
        {(packages) => (
          <>
            <Table
              label={say("spaces-packages-title")}
              rows={packages as SpacePackage[]}
              columns={columns}
              rowId={(each) => each.id}
              href={(each) => `/packages/${each.id}`}
              empty={<Empty title={say(name ? "spaces-packages-none-found" : "spaces-packages-empty")} />}
              isBusy={query.isPlaceholderData}
            />
            <Steps page={page} isFull={packages.length === LIMIT} onPage={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function usePackageColumns(): Column<SpacePackage>[] {
  const { language, say } = useTexts();
  return [
    { id: "name", title: say("spaces-package-name"), render: (each) => shownName(each.name) },
    { id: "sender", title: say("spaces-package-sender"), render: (each) => each.sender },
    {
      id: "state",
      title: say("spaces-package-state"),
      render: (each) => <Badge tone={TONES[each.state]}>{say(`spaces-package-state-${each.state}`)}</Badge>,
    },
    { id: "created", title: say("spaces-package-created"), render: (each) => formatMoment(language, each.created_at) },
  ];
}

/** This list tells no total, so there is only the page before and the page after. */
function Steps({ page, isFull, onPage }: { page: number; isFull: boolean; onPage: (page: number) => void }) {
  const { say } = useTexts();
  if (page === 1 && !isFull) return null;
  return (
    <div className="row">
      <Button icon="back" isDisabled={page === 1} onPress={() => onPage(page - 1)}>
        {say("spaces-page-before")}
      </Button>
      <span className="small number">{say("spaces-page-number", { page })}</span>
      <Button isDisabled={!isFull} onPress={() => onPage(page + 1)}>
        {say("spaces-page-after")}
      </Button>
    </div>
  );
}

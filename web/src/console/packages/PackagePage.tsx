import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LoadedPage, Menu, type MenuEntry, Page } from "../../kit";
import { shownName } from "../../texts/format";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { useSession } from "../session/useSession";
import { useAct, useRemoval } from "../useAct";
import { AnswersSection } from "./AnswersSection";
import { act, type BulkAction, isFor, restore } from "./bulk";
import { ExpiryDialog, NameDialog, TagDialog } from "./dialogs";
import { FactsSection } from "./FactsSection";
import { FilesSection } from "./FilesSection";
import { LinksSection } from "./LinksSection";
import { type Package, usePackage } from "./queries";
import { TimelineSection } from "./TimelineSection";
import { TransfersSection } from "./TransfersSection";
import { UploadProgress } from "./UploadProgress";
import "./packages.css";

/** Everything about one package, and everything that can be done with it. */
export function PackagePage() {
  const say = useSay();
  const id = useParam("id");
  const query = usePackage(id);
  return (
    <LoadedPage query={query} list={{ label: say("packages-sent"), href: "/sent" }}>
      {(one) => <Known key={id} one={one} />}
    </LoadedPage>
  );
}

type Open = "name" | "tag" | "expiry" | undefined;

function Known({ one }: { one: Package }) {
  const say = useSay();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const list = one.portal_id ? "received" : "sent";
  return (
    <Page
      title={shownName(one.name)}
      crumbs={[{ label: say(`packages-${list}`), href: `/${list}` }]}
      actions={<Actions one={one} onOpen={setOpen} />}
    >
      {one.state === "new" && <UploadProgress one={one} />}
      <div className="package-grid">
        <div>
          <FactsSection one={one} />
          <FilesSection one={one} />
          {one.custom_metadata_id !== "" && <AnswersSection one={one} />}
        </div>
        <div>
          <LinksSection one={one} />
          <TransfersSection one={one} />
          <TimelineSection one={one} />
        </div>
      </div>
      {open === "name" && <NameDialog one={one} onClose={close} />}
      {open === "tag" && <TagDialog one={one} onClose={close} />}
      {open === "expiry" && <ExpiryDialog one={one} onClose={close} />}
    </Page>
  );
}

function Actions({ one, onOpen }: { one: Package; onOpen: (open: Open) => void }) {
  const say = useSay();
  const { may } = useSession();
  const queries = useQueryClient();
  const changes = ["packages", "package", "timeline"];
  const change = useAct({
    act: (action: BulkAction) => act(action, one),
    said: (_, action) => say(`packages-bulk-${action}-done`, { done: 1 }),
    changes,
  });
  const bringBack = useAct({ act: () => restore(one), said: () => say("packages-restored"), changes });
  const remove = useRemoval({
    title: say("packages-delete-title"),
    body: say("packages-delete-body"),
    action: say("packages-bulk-delete"),
    typed: shownName(one.name),
    remove: () => act("delete", one),
    said: say("packages-bulk-delete-done", { done: 1 }),
    undo: may("restore_packages") ? () => restore(one) : undefined,
    changes,
    to: one.portal_id ? "/received" : "/sent",
    done: () => queries.removeQueries({ queryKey: ["package-files", one.id] }),
  });
  const isAlive = isFor("delete", one);
  const entries: MenuEntry[] = [
    { id: "name", label: say("packages-rename"), icon: "edit", act: () => onOpen("name"), isDisabled: !isAlive },
    {
      id: "tag",
      label: say("packages-change-tag"),
      icon: "tag",
      act: () => onOpen("tag"),
      isDisabled: !isAlive || !may("use_tags"),
    },
    {
      id: "expiry",
      label: say("packages-change-expiry"),
      icon: "clock",
      act: () => onOpen("expiry"),
      isDisabled: one.state !== "finalized",
    },
    {
      id: "delete",
      label: say("packages-bulk-delete"),
      icon: "trash",
      act: remove,
      isDanger: true,
      isDisabled: !isAlive,
    },
  ];
  return (
    <>
      {one.extras.restorable_until && may("restore_packages") && (
        <Button icon="undo" busy={bringBack.isBusy} onPress={() => bringBack.act()}>
          {say("packages-restore")}
        </Button>
      )}
      {isFor("archive", one) && (
        <Button icon="archive" busy={change.isBusy} onPress={() => change.act("archive")}>
          {say("packages-bulk-archive")}
        </Button>
      )}
      {isFor("unarchive", one) && (
        <Button icon="archive" busy={change.isBusy} onPress={() => change.act("unarchive")}>
          {say("packages-bulk-unarchive")}
        </Button>
      )}
      {isAlive && <Menu label={say("packages-manage")} entries={entries} />}
    </>
  );
}

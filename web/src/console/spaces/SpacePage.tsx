import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LoadedPage, Menu, type MenuEntry, Page } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { useSession } from "../session/useSession";
import { useRemoval } from "../useAct";
import { deleteSpace, type Space, spaceById } from "./calls";
import { AddMembersDialog, RenameSpaceDialog } from "./SpaceDialogs";
import { SpaceMembers } from "./SpaceMembers";
import { SpacePackages } from "./SpacePackages";

/** One Teamspace: who is in it, and its packages. */
export function SpacePage() {
  const say = useSay();
  const query = useQuery(spaceById(useParam("id")));
  return (
    <LoadedPage query={query} list={{ label: say("spaces-title"), href: "/spaces" }}>
      {(space) => <SpaceView space={space} />}
    </LoadedPage>
  );
}

type Open = "rename" | "add";

function SpaceView({ space }: { space: Space }) {
  const say = useSay();
  const { may } = useSession();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const crumbs = [{ label: say("spaces-title"), href: "/spaces" }];
  const actions = may("manage_teamspaces") && (
    <>
      <Button kind="primary" icon="add" onPress={() => setOpen("add")}>
        {say("spaces-add-members")}
      </Button>
      <SpaceMenu space={space} onRename={() => setOpen("rename")} />
    </>
  );
  return (
    <Page title={space.name} crumbs={crumbs} actions={actions}>
      <SpaceMembers space={space} />
      <SpacePackages space={space} />
      {open === "rename" && <RenameSpaceDialog space={space} onClose={close} />}
      {open === "add" && <AddMembersDialog space={space} onClose={close} />}
    </Page>
  );
}

function SpaceMenu({ space, onRename }: { space: Space; onRename: () => void }) {
  const say = useSay();
  const { id, name } = space;
  const remove = useRemoval({
    title: say("spaces-delete-title", { name }),
    body: say("spaces-delete-text"),
    typed: name,
    remove: () => deleteSpace(id),
    said: say("spaces-deleted-done", { name }),
    changes: ["spaces"],
    to: "/spaces",
  });
  const entries: MenuEntry[] = [
    { id: "rename", label: say("spaces-rename"), icon: "edit", act: onRename },
    { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: remove },
  ];
  return <Menu label={say("spaces-menu", { name })} icon="more" entries={entries} />;
}

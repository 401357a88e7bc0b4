import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Loaded, Menu, type MenuEntry, Page, useConfirm, useNavigateTo } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { useSession } from "../session/useSession";
import { useAct } from "../useAct";
import { deleteSpace, type Space, spaceById } from "./calls";
import { AddMembersDialog, RenameSpaceDialog } from "./SpaceDialogs";
import { SpaceMembers } from "./SpaceMembers";
import { SpacePackages } from "./SpacePackages";

/** One Teamspace: who is in it, and its packages. */
export function SpacePage() {
  const say = useSay();
  const query = useQuery(spaceById(useParam("id")));
  if (query.data) return <SpaceView space={query.data} />;
  // A page has a title also while it is on its way, or when there is no such Teamspace.
  return (
    <Page title={say("spaces-title")} crumbs={[{ label: say("spaces-title"), href: "/spaces" }]}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

type Open = "rename" | "add";

function SpaceView({ space }: { space: Space }) {
  const say = useSay();
  const { may } = useSession();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const crumbs = [{ label: say("spaces-title"), href: "/spaces" }];
  const actions = may("manage_spaces") && (
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
  const confirm = useConfirm();
  const navigate = useNavigateTo();
  const { act } = useAct({
    act: () => deleteSpace(space.id),
    said: () => say("spaces-deleted-done", { name: space.name }),
    changes: ["spaces"],
    done: () => navigate("/spaces"),
  });
  const remove = async () => {
    const isSure = await confirm({
      title: say("spaces-delete-title", { name: space.name }),
      body: say("spaces-delete-text"),
      action: say("delete"),
      isDanger: true,
      typed: space.name,
    });
    if (isSure) act();
  };
  const entries: MenuEntry[] = [
    { id: "rename", label: say("spaces-rename"), icon: "edit", act: onRename },
    { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: () => void remove() },
  ];
  return <Menu label={say("spaces-menu", { name: space.name })} icon="more" entries={entries} />;
}

import { useState } from "react";
import { Menu, type MenuEntry } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { useAct, useAskedAct } from "../useAct";
import { changeRole, invite, removeMember } from "./calls";
import { RoleDialog } from "./RoleDialog";
import { type Member, memberActions, memberName } from "./rules";

/** What can be done to a member; nothing is shown where nothing can. */
export function MemberMenu({ member }: { member: Member }) {
  const say = useSay();
  const [isChanging, setChanging] = useState(false);
  const entries = useEntries(member, () => setChanging(true));
  if (entries.length === 0) return null;
  return (
    <>
      <Menu label={say("members-menu", { name: memberName(member) })} icon="more" kind="quiet" entries={entries} />
      {isChanging && <RoleDialog member={member} onClose={() => setChanging(false)} />}
    </>
  );
}

function useEntries(member: Member, onChangeRole: () => void): MenuEntry[] {
  const say = useSay();
  const { role } = useSession();
  const allowed = memberActions(role, member);
  const inviteAgain = useInviteAgain(member);
  const handOver = useHandOver(member);
  const remove = useRemove(member);
  const entries: (MenuEntry & { isAllowed: boolean })[] = [
    {
      id: "invite",
      label: say("members-invite-again"),
      icon: "mail",
      act: () => inviteAgain(),
      isAllowed: allowed.inviteAgain,
    },
    {
      id: "role",
      label: say("members-change-role"),
      icon: "edit",
      act: onChangeRole,
      isAllowed: allowed.changeRole,
    },
    {
      id: "hand-over",
      label: say("members-hand-over"),
      icon: "key",
      act: handOver,
      isAllowed: allowed.handOver,
    },
    {
      id: "remove",
      label: say("members-remove"),
      icon: "trash",
      isDanger: true,
      act: remove,
      isAllowed: allowed.remove,
    },
  ];
  return entries.filter((entry) => entry.isAllowed);
}

/** The same call as the first invitation: the server makes a new link and ends the earlier one. */
function useInviteAgain({ email, role }: Member) {
  const say = useSay();
  const { team } = useSession();
  const { act } = useAct({
    act: () => invite(team.id, { email, role }),
    said: () => say("members-invited-again-done", { email }),
    changes: ["members"],
  });
  return act;
}

function useHandOver(member: Member) {
  const say = useSay();
  const { team, session } = useSession();
  const name = memberName(member);
  return useAskedAct({
    question: {
      title: say("members-hand-over-title", { name }),
      body: say("members-hand-over-text", { name, team: team.name }),
      action: say("members-hand-over-confirm"),
      isDanger: true,
      typed: team.name,
    },
    act: () => changeRole(member.id, "owner"),
    said: () => say("members-handed-over-done", { name }),
    changes: ["members"],
    done: () => void session.reload(),
  });
}

function useRemove(member: Member) {
  const say = useSay();
  const { team, user, session } = useSession();
  const name = memberName(member);
  return useAskedAct({
    question: {
      title: say("members-remove-title", { name }),
      body: say("members-remove-text", { name, team: team.name }),
      action: say("members-remove-confirm"),
      isDanger: true,
    },
    act: () => removeMember(member.id),
    said: () => say("members-removed-done", { name }),
    changes: ["members"],
    done: () => {
      if (member.user_id === user.id) void session.reload();
    },
  });
}

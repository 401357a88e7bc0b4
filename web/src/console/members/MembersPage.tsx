import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge, Button, type Column, Empty, Loaded, Page, SearchField, Table } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { membersOf } from "./calls";
import { InviteDialog } from "./InviteDialog";
import { MemberMenu } from "./MemberMenu";
import "./people.css";
import { type Member, matchesMember, memberName, roleHelpText, roleText } from "./rules";

/** Who works in the Team, and what each of them may do. */
export function MembersPage() {
  const say = useSay();
  const { team } = useSession();
  const [sought, setSought] = useState("");
  const [isInviting, setInviting] = useState(false);
  const query = useQuery(membersOf(team.id));
  const actions = (
    <Button kind="primary" icon="add" onPress={() => setInviting(true)}>
      {say("members-invite")}
    </Button>
  );
  return (
    <Page title={say("members-title")} lead={say("members-intro")} actions={actions}>
      <SearchField label={say("members-search")} value={sought} onChange={setSought} isMain />
      <Loaded query={query}>
        {(members) => <MemberTable members={members.filter((member) => matchesMember(member, sought))} />}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: Member[] }) {
  const say = useSay();
  return (
    <>
      <p className="hidden-text" role="status">
        {say("members-count", { count: members.length })}
      </p>
      <Table
        label={say("members-title")}
        rows={members}
        columns={useMemberColumns()}
        rowId={(member) => member.id}
        empty={<Empty title={say("members-none-found")} />}
      />
    </>
  );
}

function useMemberColumns(): Column<Member>[] {
  const say = useSay();
  const { user } = useSession();
  return [
    {
      id: "name",
      title: say("members-column-name"),
      render: (member) => (
        <span className="person">
          <span>
            <strong>{memberName(member)}</strong>
            {member.user_id === user.id && <span className="soft"> {say("members-you")}</span>}
          </span>
          {member.name.trim() !== "" && <span className="soft small">{member.email}</span>}
        </span>
      ),
    },
    {
      id: "role",
      title: say("members-column-role"),
      render: (member) => <span title={say(roleHelpText(member.role))}>{say(roleText(member.role))}</span>,
    },
    { id: "status", title: say("members-column-status"), render: (member) => <MemberStatus member={member} /> },
    { id: "spaces", title: say("members-column-spaces"), render: (member) => <MemberSpaces member={member} /> },
    {
      id: "actions",
      title: say("members-column-actions"),
      hideTitle: true,
      isFixed: true,
      render: (member) => <MemberMenu member={member} />,
    },
  ];
}

function MemberStatus({ member }: { member: Member }) {
  const say = useSay();
  if (member.status === "invited")
    return (
      <Badge tone="warn" icon="mail">
        {say("members-status-invited")}
      </Badge>
    );
  return <Badge tone="good">{say("members-status-active")}</Badge>;
}

function MemberSpaces({ member }: { member: Member }) {
  const say = useSay();
  // Owners and Admins need not be added to see a Teamspace.
  if (member.role === "owner" || member.role === "admin") return <>{say("members-spaces-all")}</>;
  const count = member.teamspaces.length;
  return <>{count === 0 ? say("members-spaces-none") : say("members-spaces-count", { count })}</>;
}

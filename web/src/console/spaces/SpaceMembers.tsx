import { useQuery, useQueryClient } from "@tanstack/react-query";
import { IconButton, Section, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { membersOf } from "../members/calls";
import { memberName } from "../members/rules";
import { useSession } from "../session/useSession";
import "../members/people.css";
import { removeFromSpace, type Space, type SpaceMember } from "./calls";

/** Who was added to a Teamspace. */
export function SpaceMembers({ space }: { space: Space }) {
  const say = useSay();
  const { pending } = useToasts();
  const shown = space.members.filter((member) => !pending.has(member.id));
  return (
    <Section title={say("spaces-members-title")} help={say("spaces-members-note")}>
      {shown.length === 0 ? (
        <p className="soft">{say("spaces-no-members")}</p>
      ) : (
        <ul className="plain-list people-list">
          {shown.map((member) => (
            <MemberRow key={member.id} space={space} member={member} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function MemberRow({ space, member }: { space: Space; member: SpaceMember }) {
  const say = useSay();
  const { may } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const { name, email } = useNames(member);
  const remove = () =>
    toasts.later(member.id, say("spaces-member-removed-done", { name }), async () => {
      await removeFromSpace(space.id, member.id);
      await Promise.all(["space", "spaces", "members"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    });
  return (
    <li className="row spread">
      <span className="person">
        <strong>{name}</strong>
        {email && email !== name && <span className="soft small">{email}</span>}
      </span>
      {may("manage_teamspaces") && (
        <IconButton label={say("spaces-remove-member", { name })} icon="close" onPress={remove} />
      )}
    </li>
  );
}

/** A Teamspace tells only names, and some have none; who manages the Team can see the address besides. */
function useNames(member: SpaceMember): { name: string; email: string | undefined } {
  const say = useSay();
  const { team, may } = useSession();
  const query = useQuery({ ...membersOf(team.id), enabled: may("list_members") });
  const known = query.data?.find((each) => each.user_id === member.user_id);
  if (known) return { name: memberName(known), email: known.email };
  return { name: member.name.trim() || say("spaces-member-unnamed"), email: undefined };
}

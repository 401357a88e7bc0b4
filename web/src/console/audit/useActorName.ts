import { useQuery } from "@tanstack/react-query";
import { NAMED_ACTORS } from "../../facts/audit";
import { useSay } from "../../texts/texts";
import { membersOf } from "../members/calls";
import { memberName } from "../members/rules";
import { useSession } from "../session/useSession";
import { actorText } from "./filters";

/** Who an actor of the record is: the record holds ids, because names and addresses change. */
export function useActorName(): (actor: string) => string {
  const say = useSay();
  const { team, user, may } = useSession();
  const members = useQuery({ ...membersOf(team.id), enabled: may("manage_team") });
  return (actor) => {
    if (NAMED_ACTORS.some((each) => each === actor)) return say(actorText(actor));
    if (actor === user.id) return user.name || user.email;
    const member = members.data?.find((each) => each.user_id === actor);
    return member ? memberName(member) : actor;
  };
}

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { Dialog, LinkButton, Loaded } from "../../kit";
import { formatMoment, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { ActivityStateBadge } from "./ActivityStateBadge";
import { type Activity, kindText } from "./activity";

/** The steps of one activity, in the order in which they happened. */
export function StepsDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { language, say } = useTexts();
  const { team } = useSession();
  const query = useQuery({
    queryKey: ["activity-events", activity.id],
    queryFn: () => {
      const params = { path: { team_id: team.id, activity_id: activity.id } };
      return answer(api.GET("/v1/teams/{team_id}/activities/{activity_id}/events", { params }));
    },
  });
  const title = say("activities-steps-of", {
    kind: say(kindText(activity.kind)),
    package: shownName(activity.package_name),
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Loaded query={query}>
        {(steps) =>
          steps.length === 0 ? (
            <p className="soft">{say("activities-no-steps")}</p>
          ) : (
            <ol className="plain-list steps">
              {steps.map((step, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name of their own and never move.
                <li key={place}>
                  <ActivityStateBadge state={step.state} />
                  <span className="soft small">{formatMoment(language, step.at)}</span>
                  {step.detail && <span>{shownName(step.detail)}</span>}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {activity.package_id && (
        <div>
          <LinkButton href={`/packages/${activity.package_id}`} icon="box">
            {say("activities-open-package")}
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}

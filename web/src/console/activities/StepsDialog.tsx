import { useInfiniteQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { ACTIVITIES } from "../../facts/limits";
import { Button, Dialog, ErrorNote, LinkButton, Loaded } from "../../kit";
import { formatMoment, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { ActivityStateBadge } from "./ActivityStateBadge";
import { type Activity, kindText } from "./activity";

const PER_CALL = ACTIVITIES.STEPS_LARGEST;

/** The steps of one activity, in the order in which they happened. */
export function StepsDialog({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const { language, say } = useTexts();
  const { team } = useSession();
  const query = useInfiniteQuery({
    queryKey: ["activity-events", activity.id],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => {
      const path = { team_id: team.id, activity_id: activity.id };
      const params = { path, query: { page: pageParam, limit: PER_CALL } };
      return answer(api.GET("/v1/teams/{team_id}/activities/{activity_id}/events", { params }));
    },
    getNextPageParam: (last, pages) => (last.length < PER_CALL ? undefined : pages.length + 1),
  });
  const title = say("activities-steps-of", {
    kind: say(kindText(activity.kind)),
    package: shownName(activity.package_name),
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Loaded query={query}>
        {({ pages }) =>
          pages[0]?.length === 0 ? (
            <p className="soft">{say("activities-no-steps")}</p>
          ) : (
            <ol className="plain-list steps">
              {pages.flat().map((step, place) => (
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
      {query.isFetchNextPageError && <ErrorNote error={query.error} />}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {say("activities-more-steps")}
          </Button>
        </div>
      )}
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

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { Icon, Loaded, Section } from "../../kit";
import { formatMoment, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import type { Package } from "./queries";
import { detailOf, iconOf, sentenceOf, type TimelineRecord, toneOf } from "./timeline";

const READ_EVERY = 15_000;

/** Everything that happened to the package, the newest first: nothing happens silently. */
export function TimelineSection({ one }: { one: Package }) {
  const { say } = useTexts();
  const { team } = useSession();
  const query = useQuery({
    queryKey: ["timeline", one.id],
    queryFn: async () => {
      const params = { path: { team_id: team.id, package_id: one.id } };
      const { records } = await answer(api.GET("/v1.1/teams/{team_id}/packages/{package_id}/timeline", { params }));
      return [...records].reverse();
    },
    refetchInterval: READ_EVERY,
  });
  return (
    <Section title={say("packages-timeline")}>
      <Loaded query={query}>
        {(records) => (
          <ol className="timeline">
            {records.map((record) => (
              <Entry key={`${record.kind} ${record.state} ${record.id} ${record.at}`} record={record} />
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  );
}

function Entry({ record }: { record: TimelineRecord }) {
  const { say, language } = useTexts();
  const detail = detailOf(say, record);
  return (
    <li className={toneOf(record)}>
      <span className="mark-icon">
        <Icon name={iconOf(record)} size={16} />
      </span>
      <div>
        <p>{shownName(sentenceOf(say, record))}</p>
        {detail !== "" && <p className="small">{shownName(detail)}</p>}
        <p className="soft small">
          <time dateTime={record.at}>{formatMoment(language, record.at)}</time>
        </p>
      </div>
    </li>
  );
}

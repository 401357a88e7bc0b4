import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { Loaded, Page, RadioGroup } from "../../kit";
import { formatNumber, formatSize } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useAddress } from "../address";
import { useSession } from "../session/useSession";
import type { Measure } from "./chart";
import { UsageChart } from "./UsageChart";
import { UsageTable } from "./UsageTable";
import { PERIODS, periodDays, periodOf, totals } from "./usage";
import "./usage.css";

type Usage = Schemas["UsageBody"];

/** What a Team stores and moves, day by day. */
export function UsagePage() {
  const say = useSay();
  const { team } = useSession();
  const [period, change] = useAddress(periodOf);
  const query = useQuery({
    queryKey: ["usage", team.id, period],
    queryFn: () => {
      const params = { path: { team_id: team.id }, query: periodDays(period, new Date()) };
      return answer(api.GET("/v1.1/teams/{team_id}/usage", { params }));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={say("usage-title")} lead={say("usage-intro")}>
      <RadioGroup
        label={say("usage-period")}
        isInline
        value={String(period)}
        onChange={(days) => change({ days })}
        options={PERIODS.map((days) => ({ value: String(days), label: say("usage-days", { days }) }))}
      />
      <Loaded query={query}>{(usage) => <UsageView usage={usage} />}</Loaded>
    </Page>
  );
}

const CHARTS: { measure: Measure; title: string }[] = [
  { measure: "stored_bytes", title: "usage-chart-stored" },
  { measure: "uploaded_bytes", title: "usage-chart-uploaded" },
  { measure: "downloaded_bytes", title: "usage-chart-downloaded" },
  { measure: "forwarded_bytes", title: "usage-chart-forwarded" },
];

function UsageView({ usage }: { usage: Usage }) {
  const say = useSay();
  return (
    <>
      <Held held={usage.held} />
      <Figures usage={usage} />
      <div className="charts">
        {CHARTS.map(({ measure, title }) => (
          <UsageChart key={measure} title={say(title)} days={usage.days} measure={measure} />
        ))}
      </div>
      <UsageTable days={usage.days} />
    </>
  );
}

/** How much of the limit is used, if there is one, and what to do before it is reached. */
function Held({ held }: { held: Usage["held"] }) {
  const { language, say } = useTexts();
  if (held.limit === 0) return null;
  const used = say("usage-held", {
    used: formatSize(language, held.bytes),
    limit: formatSize(language, held.limit),
  });
  if (!held.is_near) return <p className="soft">{used}</p>;
  return (
    <p className="banner warn" role="status">
      {used} {say("usage-held-near")}
    </p>
  );
}

function Figures({ usage }: { usage: Usage }) {
  const { language, say } = useTexts();
  const { uploaded, downloaded, forwarded, packages } = totals(usage.days);
  const inPeriod = say("usage-in-period");
  return (
    <dl className="figures">
      <Figure
        label={say("usage-stored-now")}
        value={formatSize(language, usage.storage_bytes)}
        note={say("usage-packages-now", { count: usage.packages })}
      />
      <Figure label={say("usage-uploaded")} value={formatSize(language, uploaded)} note={inPeriod} />
      <Figure label={say("usage-downloaded")} value={formatSize(language, downloaded)} note={inPeriod} />
      <Figure label={say("usage-forwarded")} value={formatSize(language, forwarded)} note={inPeriod} />
      <Figure label={say("usage-packages")} value={formatNumber(language, packages)} note={inPeriod} />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="card">
      <dt className="soft small">{label}</dt>
      <dd>
        <strong className="number">{value}</strong>
        <span className="soft small">{note}</span>
      </dd>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { Badge, Link, LinkButton, Loaded, Page, Section } from "../../kit";
import { formatDay, formatSize, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { type Direction, usePackages, usePortals } from "../packages/queries";
import { StateBadge } from "../packages/StateBadge";
import { useSession } from "../session/useSession";
import "./home.css";

const RECENT = { page: 1, limit: 5, sort: "-created_at", status: "new,finalized,expired" };

/** Where everyone begins: what to do first, and what came and went lately. */
export function HomePage() {
  const say = useSay();
  const { user, may } = useSession();
  return (
    <Page title={say("home-welcome", { name: user.name || user.email })}>
      <Steps />
      <div className="home-grid">
        {may("manage_sent_packages") && <Recent direction="sent" />}
        {may("read_portals") && <Recent direction="received" />}
      </div>
    </Page>
  );
}

interface Step {
  id: string;
  href: string;
  action: string;
  isDone: boolean | undefined;
}

/** Shown until all that this role can do has been done once. */
function Steps() {
  const say = useSay();
  const steps = useSteps();
  if (steps.length === 0 || steps.some((step) => step.isDone === undefined) || steps.every((step) => step.isDone))
    return null;
  return (
    <Section title={say("home-steps")}>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.id}>
            <div>
              <h3>{say(`home-step-${step.id}`)}</h3>
              <p className="soft">{say(`home-step-${step.id}-help`)}</p>
            </div>
            {step.isDone ? (
              <Badge tone="good">{say("home-step-done")}</Badge>
            ) : (
              <LinkButton href={step.href}>{say(step.action)}</LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useSteps(): Step[] {
  const { team, may } = useSession();
  const sent = usePackages("sent", { ...RECENT, limit: 1 }, may("send_packages"));
  const portals = usePortals(may("manage_portals"));
  const members = useQuery({
    queryKey: ["members", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}/members", { params: { path: { team_id: team.id } } })),
    enabled: may("manage_team"),
  });
  const isAny = (count: number | undefined, least: number) => (count === undefined ? undefined : count >= least);
  return [
    may("send_packages") && {
      id: "send",
      href: "/send",
      action: "frame-send",
      isDone: isAny(sent.data?.metadata.total, 1),
    },
    may("manage_portals") && {
      id: "portal",
      href: "/portals",
      action: "home-step-portal-action",
      isDone: isAny(portals.data?.length, 1),
    },
    may("manage_team") && {
      id: "member",
      href: "/members",
      action: "home-step-member-action",
      isDone: isAny(members.data?.length, 2),
    },
  ].filter((step) => step !== false);
}

function Recent({ direction }: { direction: Direction }) {
  const { say, language } = useTexts();
  const query = usePackages(direction, RECENT);
  return (
    <Section title={say(`home-recent-${direction}`)} actions={<Link href={`/${direction}`}>{say("home-all")}</Link>}>
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="soft">{say("home-nothing")}</p>
          ) : (
            <ul className="recent">
              {records.map((one) => (
                <li key={one.id}>
                  <div>
                    <Link className="row-link" href={`/packages/${one.id}`}>
                      {shownName(one.name)}
                    </Link>
                    <p className="soft small">
                      {one.sender} · {formatSize(language, one.size)} · {formatDay(language, one.created_at)}
                    </p>
                  </div>
                  <StateBadge one={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

import type { Column } from "../../kit";
import { formatDay, formatMoment, formatNumber, formatSize, isNever, shownName } from "../../texts/format";
import type { PageTexts } from "../../texts/texts";
import type { Direction, Package } from "./queries";
import { StateBadge } from "./StateBadge";

/** The columns of a list of packages; `portals` names the Portals by their ids. */
export function columnsOf(
  texts: PageTexts,
  direction: Direction,
  portals: ReadonlyMap<string, string>,
): Column<Package>[] {
  const { say, language } = texts;
  const moment = (time: string) => (
    <span className="whole" title={formatMoment(language, time)}>
      {formatDay(language, time)}
    </span>
  );
  const where: Column<Package> =
    direction === "sent"
      ? { id: "recipients", title: say("packages-recipients"), render: (one) => <Recipients all={one.recipients} /> }
      : { id: "portal", title: say("packages-portal"), render: (one) => portals.get(one.portal_id ?? "") ?? "–" };
  return [
    { id: "name", title: say("packages-name"), sort: "name", render: (one) => shownName(one.name) },
    { id: "state", title: say("packages-state"), sort: "status", render: (one) => <StateBadge one={one} /> },
    {
      id: "sender",
      title: say("packages-sender"),
      sort: "sender",
      // Among what the Team itself has sent, who received it matters more.
      isExtra: direction === "sent",
      render: (one) => <Cut text={one.sender} />,
    },
    where,
    {
      id: "size",
      title: say("packages-size"),
      sort: "size",
      isNumber: true,
      render: (one) => <Size language={language} bytes={one.size} />,
    },
    {
      id: "files",
      title: say("packages-files"),
      isNumber: true,
      isExtra: true,
      render: (one) => formatNumber(language, one.total_files),
    },
    { id: "created", title: say("packages-created"), sort: "created_at", render: (one) => moment(one.created_at) },
    {
      id: "expiry",
      title: say("packages-expiry"),
      sort: "expiry",
      render: (one) => (isNever(one.expiry) ? say("packages-no-expiry") : moment(one.expiry)),
    },
    {
      id: "usage",
      title: say("packages-usage"),
      sort: "usage_total_bytes",
      isExtra: true,
      isNumber: true,
      render: (one) => <Size language={language} bytes={one.usage_total_bytes} />,
    },
    { id: "tag", title: say("packages-tag"), render: (one) => one.tag?.name ?? "–" },
    {
      id: "space",
      title: say("packages-space"),
      sort: "teamspace_id",
      isExtra: true,
      render: (one) => one.teamspace.name ?? "–",
    },
  ];
}

/** The measure that people read; the exact one for those who point at it. */
export function Size({ language, bytes }: { language: PageTexts["language"]; bytes: number }) {
  return (
    <span className="whole" title={formatNumber(language, bytes)}>
      {formatSize(language, bytes)}
    </span>
  );
}

function Recipients({ all }: { all: readonly string[] }) {
  const [first, ...others] = all;
  if (first === undefined) return <>–</>;
  return <Cut text={others.length === 0 ? first : `${first} +${others.length}`} title={all.join(", ")} />;
}

function Cut({ text, title = text }: { text: string; title?: string }) {
  return (
    <span className="cut" title={title}>
      {text}
    </span>
  );
}

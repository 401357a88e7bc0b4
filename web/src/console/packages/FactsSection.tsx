import { CopyButton, Facts, Section } from "../../kit";
import { formatMoment, formatNumber, isNever } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { Size } from "./columns";
import { type Package, usePortals } from "./queries";
import { StateBadge } from "./StateBadge";

export function FactsSection({ one }: { one: Package }) {
  const { say, language } = useTexts();
  const moment = (time: string) => (isNever(time) ? undefined : formatMoment(language, time));
  const portal = usePortals(Boolean(one.portal_id)).data?.find((each) => each.id === one.portal_id);
  return (
    <Section title={say("packages-facts")}>
      {one.description !== "" && <p className="message">{one.description}</p>}
      <Facts
        facts={[
          { label: say("packages-state"), value: <StateBadge one={one} /> },
          { label: say("packages-size"), value: <Size language={language} bytes={one.size} /> },
          { label: say("packages-files"), value: formatNumber(language, one.total_files) },
          { label: say("packages-sender"), value: one.sender },
          { label: say("packages-recipients"), value: one.recipients.join(", ") },
          { label: say("packages-portal"), value: portal?.name },
          { label: say("packages-created"), value: moment(one.created_at) },
          { label: say("packages-expiry"), value: moment(one.expiry) ?? say("packages-no-expiry") },
          {
            label: say("packages-restorable-until"),
            value: one.extras.restorable_until ? moment(one.extras.restorable_until) : undefined,
          },
          { label: say("packages-extra"), value: one.extra_storage ? say("packages-extra-yes") : undefined },
          { label: say("packages-tag"), value: one.tag?.name },
          { label: say("packages-space"), value: one.teamspace.name },
          { label: say("packages-link-password"), value: one.password === "" ? undefined : say("packages-set") },
          {
            label: say("packages-link-limit"),
            value: one.access_limit > 0 ? formatNumber(language, one.access_limit) : undefined,
          },
          { label: say("packages-usage"), value: <Size language={language} bytes={one.usage_total_bytes} /> },
          { label: say("packages-last-download"), value: moment(one.usage_updated_at) },
          { label: say("packages-id"), value: <Id id={one.id} /> },
        ]}
      />
    </Section>
  );
}

function Id({ id }: { id: string }) {
  return (
    <span className="package-id">
      <code className="small">{id}</code>
      <CopyButton text={id} size="small" isSign />
    </span>
  );
}

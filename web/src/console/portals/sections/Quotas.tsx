import type { Schemas } from "../../../api/client";
import { QUOTA } from "../../../facts/limits";
import { Badge, NumberField, Section } from "../../../kit";
import { formatMoment, formatSize } from "../../../texts/format";
import { useSay, useTexts } from "../../../texts/texts";
import type { Portal } from "../draft";
import type { SectionProps } from "./Basics";
import { LimitField } from "./LimitField";

/** What all packages together may take, and how much may come in an hour. */
export function Quotas({ form, portal }: SectionProps & { portal: Portal }) {
  const say = useSay();
  return (
    <Section title={say("portals-quotas")} help={say("portals-quotas-help")}>
      {portal.held && <Held held={portal.held} />}
      {portal.hourly && <Hour text="portals-hour-packages" count={portal.hourly.packages} />}
      {portal.hourly && <Hour text="portals-hour-entries" count={portal.hourly.entries} />}
      <div className="limits">
        <LimitField label={say("portals-max-stored")} {...form.field("maxStoredBytes")} />
        <NumberField
          label={say("portals-max-packages-hour")}
          help={say("portals-usual-limit-help")}
          min={0}
          {...form.field("maxPackagesPerHour")}
          value={form.values.maxPackagesPerHour || undefined}
          onChange={(count) => form.set({ maxPackagesPerHour: count ?? 0 })}
        />
        <NumberField
          label={say("portals-max-entries-hour")}
          help={say("portals-max-entries-hour-help", { least: QUOTA.ENTRIES_LEAST })}
          min={0}
          {...form.field("maxEntriesPerHour")}
          value={form.values.maxEntriesPerHour || undefined}
          onChange={(count) => form.set({ maxEntriesPerHour: count ?? 0 })}
        />
      </div>
    </Section>
  );
}

function Held({ held }: { held: NonNullable<Portal["held"]> }) {
  const { language, say } = useTexts();
  const used = formatSize(language, held.bytes);
  if (held.limit === 0) return <p className="soft">{say("portals-held", { used })}</p>;
  return (
    <p className="row">
      {say("portals-held-of", { used, limit: formatSize(language, held.limit) })}
      {held.is_near && <Badge tone="warn">{say("portals-held-near")}</Badge>}
    </p>
  );
}

/** How much of an hour is used, and when the next one begins if little is left. */
function Hour({ text, count }: { text: string; count: Schemas["HourlyCount"] }) {
  const { language, say } = useTexts();
  const { used, limit, is_near, ends_at } = count;
  return (
    <p className="row">
      {say(text, { used, limit })}
      {is_near && <Badge tone="warn">{say("portals-hour-near")}</Badge>}
      {is_near && ends_at && (
        <span className="soft small">{say("portals-hour-next", { time: formatMoment(language, ends_at) })}</span>
      )}
    </p>
  );
}

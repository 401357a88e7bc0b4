import { PORTAL } from "../../../facts/limits";
import { DateTimeField, NumberField, RadioGroup, Section, Switch } from "../../../kit";
import { useSay } from "../../../texts/texts";
import type { SectionProps } from "./Basics";

const FIRST_DAYS = 30;
const WITHOUT_END = -1;

/** Until when it takes files, and for how long they are kept. */
export function Times({ form }: SectionProps) {
  const say = useSay();
  return (
    <Section title={say("portals-times")}>
      <Switch label={say("portals-expires")} {...form.flag("expires")} />
      {form.values.expires && <DateTimeField label={say("portals-expiry")} isRequired {...form.field("expiry")} />}
      <StorageDays form={form} />
    </Section>
  );
}

function StorageDays({ form }: SectionProps) {
  const say = useSay();
  const { storageDays } = form.values;
  const { error } = form.field("storageDays");
  const mode = storageDays === WITHOUT_END ? "endless" : storageDays === 0 ? "team" : "days";
  const choose = (next: string) =>
    form.set({ storageDays: next === "endless" ? WITHOUT_END : next === "team" ? 0 : FIRST_DAYS });
  return (
    <>
      <RadioGroup
        label={say("portals-storage")}
        value={mode}
        onChange={choose}
        error={mode === "days" ? undefined : error}
        options={[
          { value: "team", label: say("portals-storage-team") },
          { value: "days", label: say("portals-storage-days") },
          { value: "endless", label: say("portals-storage-endless") },
        ]}
      />
      {mode === "days" && (
        <NumberField
          label={say("portals-days")}
          min={1}
          max={PORTAL.EXPIRY_DAYS_LONGEST}
          error={error}
          value={storageDays}
          onChange={(days) => form.set({ storageDays: Math.max(1, Math.round(days ?? 1)) })}
        />
      )}
    </>
  );
}

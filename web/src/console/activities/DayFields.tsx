import { DateTimeField } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Days } from "./filters";

/** From one day until another, both counted. */
export function DayFields({ days, onChange }: { days: Days; onChange: (change: Partial<Days>) => void }) {
  const say = useSay();
  return (
    <>
      <DateTimeField
        label={say("record-from")}
        isDay
        value={days.from}
        max={days.to || undefined}
        onChange={(from) => onChange({ from })}
      />
      <DateTimeField
        label={say("record-to")}
        isDay
        value={days.to}
        min={days.from || undefined}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

import { useSay } from "../../../texts/texts";
import { SizeField } from "../../shared/SizeField";

interface LimitFieldProps {
  label: string;
  value: number;
  onChange: (bytes: number) => void;
  error: string | undefined;
}

/** A size that a Portal accepts; nothing is no limit. */
export function LimitField({ label, ...field }: LimitFieldProps) {
  const say = useSay();
  const texts = { label, help: say("portals-no-limit-help"), unitLabel: say("portals-unit", { field: label }) };
  return <SizeField {...texts} {...field} />;
}

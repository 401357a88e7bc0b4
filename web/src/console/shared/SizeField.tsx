import { useState } from "react";
import { NumberField, Select } from "../../kit";
import { bytesOf, SIZE_UNITS, shownSize } from "./sizes";
import "./size.css";

interface SizeFieldProps {
  label: string;
  help: string;
  unitLabel: string;
  value: number;
  onChange: (bytes: number) => void;
  error: string | undefined;
  isDisabled?: boolean | undefined;
}

/** A size in a unit that people think in; nothing is 0 bytes. */
export function SizeField({ label, help, unitLabel, value, onChange, error, isDisabled }: SizeFieldProps) {
  const [unit, setUnit] = useState(() => shownSize(value).unit);
  const amount = value === 0 ? undefined : value / bytesOf({ amount: 1, unit });
  return (
    <div className="size">
      <NumberField
        {...{ label, help, error, isDisabled }}
        min={0}
        step={0.1}
        value={amount}
        onChange={(next) => onChange(bytesOf({ amount: next ?? 0, unit }))}
      />
      <Select
        label={unitLabel}
        hideLabel
        isDisabled={isDisabled}
        value={unit}
        options={SIZE_UNITS.map((each) => ({ value: each, label: each }))}
        onChange={(next) => {
          setUnit(next);
          if (amount !== undefined) onChange(bytesOf({ amount, unit: next }));
        }}
      />
    </div>
  );
}

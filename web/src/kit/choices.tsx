import { type ReactNode, useId } from "react";
import { FieldNotes, type FieldProps } from "./Field";
import type { Option } from "./fields";

export interface CheckProps {
  label: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  name?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isIndeterminate?: boolean | undefined;
  hideLabel?: boolean | undefined;
}

function Check({ isSwitch, ...props }: CheckProps & { isSwitch: boolean }) {
  const id = useId();
  const described = [props.help && `${id}-help`, props.error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className={isSwitch ? "choice switch" : "choice"}>
        <input
          type="checkbox"
          role={isSwitch ? "switch" : undefined}
          name={props.name}
          checked={props.isSelected}
          disabled={props.isDisabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={described || undefined}
          ref={(element) => {
            if (element) element.indeterminate = props.isIndeterminate ?? false;
          }}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span className={props.hideLabel ? "hidden-text" : undefined}>{props.label}</span>
      </label>
      <FieldNotes id={id} help={props.help} error={props.error} />
    </div>
  );
}

/** Ticked or not; takes effect when the form around it is sent. */
export function Checkbox(props: CheckProps) {
  return <Check {...props} isSwitch={false} />;
}

/** On or off; often takes effect at once. */
export function Switch(props: CheckProps) {
  return <Check {...props} isSwitch />;
}

export interface RadioGroupProps<V extends string> extends FieldProps {
  value: V;
  onChange: (value: V) => void;
  options: readonly (Option<V> & { help?: ReactNode })[];
  isInline?: boolean | undefined;
}

/** One of a few, all of them seen at once. */
export function RadioGroup<V extends string>({ value, onChange, options, isInline, ...field }: RadioGroupProps<V>) {
  const id = useId();
  const described = [field.help && `${id}-help`, field.error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset className="field" aria-describedby={described || undefined} disabled={field.isDisabled}>
      <legend className={field.hideLabel ? "hidden-text" : undefined}>{field.label}</legend>
      <div className={isInline ? "row" : "choices"}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.help && <span className="help">{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} help={field.help} error={field.error} />
    </fieldset>
  );
}

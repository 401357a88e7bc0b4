import { type HTMLInputTypeAttribute, type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useSay } from "../texts/texts";
import { Field, type FieldProps } from "./Field";
import { Icon } from "./Icon";
import { addressTime, fieldTime } from "./time";

interface Valued<T> {
  value: T;
  onChange: (value: T) => void;
  name?: string | undefined;
}

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "autoComplete" | "placeholder" | "maxLength" | "inputMode" | "autoFocus" | "spellCheck" | "readOnly"
>;

export interface TextFieldProps extends FieldProps, Valued<string>, Native {
  type?: Extract<HTMLInputTypeAttribute, "text" | "email" | "password" | "url" | "tel">;
  /** Several lines: how many are seen at once. */
  lines?: number | undefined;
  /** Letters of equal width, for patterns, keys and addresses. */
  isCode?: boolean | undefined;
  /** Known values that the browser proposes. */
  proposals?: readonly string[] | undefined;
}

export function TextField({ value, onChange, name, type = "text", lines, isCode, ...rest }: TextFieldProps) {
  const { label, help, error, isRequired, isDisabled, hideLabel, proposals, ...native } = rest;
  const field = { label, help, error, isRequired, isDisabled, hideLabel };
  const className = isCode ? "input code" : "input";
  if (type === "password") return <HiddenField {...{ field, value, onChange, name, native }} />;
  return (
    <Field field={field}>
      {(control) =>
        lines ? (
          <textarea
            {...control}
            className={className}
            name={name}
            rows={lines}
            value={value}
            maxLength={native.maxLength}
            placeholder={native.placeholder}
            spellCheck={native.spellCheck}
            readOnly={native.readOnly}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <>
            <input
              {...native}
              {...control}
              className={className}
              name={name}
              type={type}
              value={value}
              list={proposals && `${control.id}-list`}
              onChange={(event) => onChange(event.target.value)}
            />
            <Proposals id={`${control.id}-list`} values={proposals} />
          </>
        )
      }
    </Field>
  );
}

/** What the browser proposes while someone types; anything else may be typed, too. */
export function Proposals({ id, values }: { id: string; values: readonly string[] | undefined }) {
  if (!values) return null;
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

interface HiddenProps extends Valued<string> {
  field: FieldProps;
  native: Native;
}

function HiddenField({ field, value, onChange, name, native }: HiddenProps) {
  const say = useSay();
  const [isShown, setShown] = useState(false);
  return (
    <Field field={field}>
      {(control) => (
        <span className="reveal">
          <input
            {...native}
            {...control}
            className="input"
            name={name}
            type={isShown ? "text" : "password"}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className="button quiet"
            aria-pressed={isShown}
            aria-label={say("show-password")}
            title={say(isShown ? "hide-password" : "show-password")}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? "eyeOff" : "eye"} />
          </button>
        </span>
      )}
    </Field>
  );
}

export interface NumberFieldProps extends FieldProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  name?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  unit?: ReactNode;
}

/** A number, or nothing. What is no number never leaves the field. */
export function NumberField({ value, onChange, name, min, max, step, unit, ...field }: NumberFieldProps) {
  return (
    <Field field={field}>
      {(control) => (
        <span className="measured">
          <input
            {...control}
            className="input number"
            name={name}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={step ?? 1}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.valueAsNumber)}
          />
          {unit && <span className="soft">{unit}</span>}
        </span>
      )}
    </Field>
  );
}

export interface DateTimeFieldProps extends FieldProps, Valued<string> {
  /** A day without an hour: `YYYY-MM-DD` in and out. Else a moment: ISO 8601 with `Z` in and out. Empty means none. */
  isDay?: boolean | undefined;
  min?: string | undefined;
  max?: string | undefined;
}

/** The browser's own picker, which phones do best. Shown in the reader's zone. */
export function DateTimeField({ value, onChange, name, isDay = false, min, max, ...field }: DateTimeFieldProps) {
  const shown = (time: string | undefined) => (time === undefined || isDay ? time : fieldTime(time));
  return (
    <Field field={field}>
      {(control) => (
        <input
          {...control}
          className="input"
          name={name}
          type={isDay ? "date" : "datetime-local"}
          value={shown(value)}
          min={shown(min)}
          max={shown(max)}
          onChange={(event) => onChange(isDay ? event.target.value : addressTime(event.target.value))}
        />
      )}
    </Field>
  );
}

export interface Option<V extends string = string> {
  value: V;
  label: string;
  isDisabled?: boolean | undefined;
}

export interface SelectProps<V extends string> extends FieldProps {
  value: V;
  onChange: (value: V) => void;
  options: readonly Option<V>[];
  name?: string | undefined;
}

/** One of several, by the browser's own list, which every phone and screen reader knows. */
export function Select<V extends string>({ value, onChange, options, name, ...field }: SelectProps<V>) {
  return (
    <Field field={field}>
      {(control) => (
        <select
          {...control}
          className="input"
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface SearchFieldProps extends Valued<string> {
  label: string;
  placeholder?: string | undefined;
  /** Sought when typing pauses or Enter is pressed; `/` leads here. */
  isMain?: boolean | undefined;
}

export function SearchField({ label, value, onChange, name, placeholder, isMain = false }: SearchFieldProps) {
  return (
    <div className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label={label}
        name={name}
        value={value}
        placeholder={placeholder ?? label}
        data-main-search={isMain || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

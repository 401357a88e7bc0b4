import { useId, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog as AriaDialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useSay } from "../texts/texts";
import { CloseOnEscape } from "./CloseOnEscape";
import { Checkbox } from "./choices";
import { FieldNotes, type FieldProps } from "./Field";
import { type Option, SearchField } from "./fields";
import { Icon } from "./Icon";

export interface MultiSelectProps extends FieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Option[];
  /** What is shown while nothing is chosen; "Any" in filters. */
  none?: string | undefined;
}

const SEARCH_FROM = 8;

/** Any number of several: a button that tells what is chosen, and a list with ticks. Long lists can be searched. */
export function MultiSelect({ value, onChange, options, none, ...field }: MultiSelectProps) {
  const say = useSay();
  const id = useId();
  const layer = useRef<HTMLElement>(null);
  const chosen = options.filter((option) => value.includes(option.value)).map((option) => option.label);
  const shown = chosen.length > 0 ? chosen.join(", ") : (none ?? say("kit-none-chosen"));
  return (
    <div className="field">
      <span className={field.hideLabel ? "label hidden-text" : "label"} id={`${id}-label`}>
        {field.label}
      </span>
      <DialogTrigger>
        <AriaButton
          className="input multi"
          isDisabled={field.isDisabled ?? false}
          id={`${id}-button`}
          aria-labelledby={`${id}-label ${id}-button`}
          {...(field.error ? { "aria-describedby": `${id}-error` } : {})}
        >
          <span className="cut">{shown}</span>
          <Icon name="down" size={16} />
        </AriaButton>
        <Popover className="popover" placement="bottom start">
          <CloseOnEscape layer={layer} />
          <AriaDialog ref={layer} className="choices-list" aria-label={field.label}>
            <ChoiceList value={value} onChange={onChange} options={options} label={field.label} />
          </AriaDialog>
        </Popover>
      </DialogTrigger>
      <FieldNotes id={id} help={field.help} error={field.error} />
    </div>
  );
}

function ChoiceList({
  value,
  onChange,
  options,
  label,
}: Pick<MultiSelectProps, "value" | "onChange" | "options" | "label">) {
  const say = useSay();
  const [sought, setSought] = useState("");
  const found = options.filter((option) => option.label.toLowerCase().includes(sought.trim().toLowerCase()));
  const toggle = (option: string, isSelected: boolean) =>
    onChange(isSelected ? [...value, option] : value.filter((each) => each !== option));
  return (
    <>
      {options.length >= SEARCH_FROM && (
        <SearchField label={say("kit-search-in", { list: label })} value={sought} onChange={setSought} />
      )}
      {found.length === 0 && <p className="soft small">{say("kit-nothing-found")}</p>}
      <div className="choices-scroll">
        {found.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            isSelected={value.includes(option.value)}
            isDisabled={option.isDisabled}
            onChange={(isSelected) => toggle(option.value, isSelected)}
          />
        ))}
      </div>
    </>
  );
}

import { useTexts } from "../texts/texts";
import { CHECKED, chosenOptions, type Mistake, toggled } from "./form";
import { Needed } from "./Needed";

interface Properties {
  id: string;
  label: string;
  kind: "checkbox" | "radio" | "dropdown";
  options: readonly string[];
  value: string;
  mistake: Mistake | undefined;
  serverMistake: string | undefined;
  isRequired: boolean;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** A field with options: one of them, or any number of them, or a single box. */
export function ChoiceField(properties: Properties) {
  const { id, label, kind, options, isRequired, isReadOnly } = properties;
  const { say } = useTexts();
  const message = properties.mistake ? say(`portal-mistake-${properties.mistake}`) : properties.serverMistake;
  const error = message && (
    <span className="error" id={`${id}-error`}>
      {message}
    </span>
  );
  if (kind === "dropdown") {
    return (
      <div className="field">
        <label htmlFor={id}>
          {label} <Needed isRequired={isRequired} isReadOnly={isReadOnly} />
        </label>
        <Dropdown {...properties} describedBy={message ? `${id}-error` : undefined} />
        {error}
      </div>
    );
  }
  if (kind === "checkbox" && options.length === 0) {
    return (
      <div className="field" id={id}>
        <SingleBox {...properties} describedBy={message ? `${id}-error` : undefined} />
        {error}
      </div>
    );
  }
  return (
    <fieldset className="field" id={id} aria-describedby={message ? `${id}-error` : undefined}>
      <legend>
        {label} <Needed isRequired={isRequired} isReadOnly={isReadOnly} />
      </legend>
      {options.map((option) => (
        <Option key={option} {...properties} option={option} />
      ))}
      {error}
    </fieldset>
  );
}

type Described = Properties & { describedBy: string | undefined };

function Dropdown({ id, options, value, mistake, isRequired, isReadOnly, onChange, describedBy }: Described) {
  const { say } = useTexts();
  return (
    <select
      id={id}
      className="input"
      value={value}
      required={isRequired}
      disabled={isReadOnly}
      aria-invalid={mistake !== undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{say("portal-choose-option")}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

function SingleBox({ label, value, mistake, isRequired, isReadOnly, onChange, describedBy }: Described) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={value !== ""}
        required={isRequired}
        disabled={isReadOnly}
        aria-invalid={mistake !== undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked ? CHECKED : "")}
      />
      <span>
        {label} <Needed isRequired={isRequired} isReadOnly={isReadOnly} />
      </span>
    </label>
  );
}

function Option({ id, kind, option, options, value, isReadOnly, onChange }: Properties & { option: string }) {
  const isRadio = kind === "radio";
  const isChecked = isRadio ? value === option : chosenOptions(value, options).includes(option);
  return (
    <label className="choice">
      <input
        type={isRadio ? "radio" : "checkbox"}
        name={id}
        checked={isChecked}
        disabled={isReadOnly}
        onChange={() => onChange(isRadio ? option : toggled(value, option, options))}
      />
      <span>{option}</span>
    </label>
  );
}

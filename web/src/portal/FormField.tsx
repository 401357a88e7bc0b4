import { useTexts } from "../texts/texts";
import { ChoiceField } from "./ChoiceField";
import { fieldId, fieldValue, isRequired, type Mistake, type Mistakes, type Values } from "./form";
import { Needed } from "./Needed";
import type { FormElement } from "./portal";

interface Properties {
  prefix: string;
  values: Values;
  mistakes: Mistakes;
  serverMistake: (name: string) => string | undefined;
  set: (name: string, value: string) => void;
  field: FormElement;
}

/** How each kind of field is typed into. */
const INPUTS: Partial<Record<FormElement["type"], { type: string; autoComplete?: string; inputMode?: "decimal" }>> = {
  date: { type: "date" },
  // A number field of the browser drops what it cannot read without a word.
  number: { type: "text", inputMode: "decimal" },
  url: { type: "url", autoComplete: "url" },
  email: { type: "email", autoComplete: "email" },
  sender_email: { type: "email", autoComplete: "email" },
};

/** One field of the Portal's form, of any type. */
export function FormField({ prefix, values, mistakes, serverMistake, set, field }: Properties) {
  const { name, label, type } = field;
  const shared = {
    id: fieldId(prefix, name),
    label,
    value: fieldValue(values, field),
    mistake: mistakes[name],
    serverMistake: serverMistake(name),
    isRequired: isRequired(field),
    isReadOnly: field.visibility === "readonly",
    onChange: (value: string) => set(name, value),
  };
  if (type === "checkbox" || type === "radio" || type === "dropdown") {
    return <ChoiceField {...shared} kind={type} options={field.options} />;
  }
  return <TextField {...shared} {...INPUTS[type]} isLong={type === "long_text" || type === "package_description"} />;
}

interface TextProperties {
  id: string;
  label: string;
  value: string;
  mistake: Mistake | undefined;
  serverMistake: string | undefined;
  onChange: (value: string) => void;
  help?: string;
  type?: string;
  autoComplete?: string;
  inputMode?: "decimal";
  isRequired?: boolean;
  isReadOnly?: boolean;
  isLong?: boolean;
}

/** A field with a text in it, and with its help and its mistake tied to it. */
export function TextField(properties: TextProperties) {
  const { id, label, value, mistake, serverMistake, onChange, help, type = "text", isLong = false } = properties;
  const { say } = useTexts();
  const message = mistake ? say(`portal-mistake-${mistake}`) : serverMistake;
  const described = [help && `${id}-help`, message && `${id}-error`].filter(Boolean).join(" ");
  const shared = {
    id,
    className: "input",
    value,
    readOnly: properties.isReadOnly,
    required: properties.isRequired,
    "aria-invalid": message !== undefined,
    "aria-describedby": described || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <Needed isRequired={properties.isRequired} isReadOnly={properties.isReadOnly} />
      </label>
      {help && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {isLong ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} type={type} autoComplete={properties.autoComplete} inputMode={properties.inputMode} />
      )}
      {message && (
        <span className="error" id={`${id}-error`}>
          {message}
        </span>
      )}
    </div>
  );
}

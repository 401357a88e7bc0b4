import { Select, Switch, TextField } from "../../kit";
import { useSay } from "../../texts/texts";
import { fieldText } from "./names";
import { type AccessMode, type Direction, type Field, fieldsOf, type Provider } from "./providers";

interface AuthorizationFieldsProps {
  provider: Provider;
  direction: Direction;
  mode: AccessMode;
  values: Record<string, string>;
  complaints: ReadonlyMap<string, string>;
  onChange: (name: string, value: string) => void;
}

/** What this provider asks for, by the table of providers. */
export function AuthorizationFields({
  provider,
  direction,
  mode,
  values,
  complaints,
  onChange,
}: AuthorizationFieldsProps) {
  const say = useSay();
  return fieldsOf(provider, direction, mode).map((field) => (
    <AuthorizationField
      key={field.name}
      field={field}
      label={say(fieldText(provider, field))}
      value={values[field.name] ?? field.initial}
      error={complaints.get(field.name)}
      onChange={(value) => onChange(field.name, value)}
    />
  ));
}

interface AuthorizationFieldProps {
  field: Field;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function AuthorizationField({ field, label, value, error, onChange }: AuthorizationFieldProps) {
  const say = useSay();
  const isRequired = !field.is_optional;
  const shared = { label, value, error, onChange, isRequired, spellCheck: false };
  switch (field.kind) {
    case "flag":
      return (
        <Switch
          label={label}
          error={error}
          isSelected={value === "true"}
          onChange={(isOn) => onChange(isOn ? "true" : "false")}
        />
      );
    case "choice":
      return (
        <Select
          label={label}
          value={value}
          error={error}
          onChange={onChange}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case "private_key":
      return <TextField {...shared} lines={6} isCode help={say("connections-key-help")} />;
    case "secret":
      // Not a password of this site: browsers must neither propose one nor keep this.
      return <TextField {...shared} type="password" autoComplete="off" />;
    case "url":
      return <TextField {...shared} type="url" inputMode="url" placeholder="https://" isCode />;
    default:
      return <TextField {...shared} autoComplete="off" />;
  }
}

import { DateTimeField, type FormState, NumberField, Select, Switch, TextField, TokenField } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Schemas } from "../api";
import { PathField } from "../PathField";
import type { FieldOf, Values } from "./fields";

interface Props {
  field: FieldOf;
  form: FormState<Values>;
  teams: Schemas["TeamElement"][];
}

/** The control that fits a field. */
export function AutomationField({ field, form, teams }: Props) {
  const say = useSay();
  const { name, kind, isRequired, hasHelp } = field;
  const text = `agent-field-${name.replaceAll("_", "-")}`;
  const { value, error } = form.field(name);
  const common = { label: say(text), help: hasHelp ? say(`${text}-help`) : undefined, error, isRequired, name };
  const written = { ...common, value: String(value ?? ""), onChange: (next: string) => form.set({ [name]: next }) };
  const listed = {
    ...common,
    value: Array.isArray(value) ? value : [],
    onChange: (next: string[]) => form.set({ [name]: next }),
  };
  const counted = {
    ...common,
    value: typeof value === "number" ? value : undefined,
    onChange: (next: number | undefined) => form.set({ [name]: next }),
  };
  switch (kind) {
    case "folder":
      return <PathField {...written} kind="folder" />;
    case "minutes":
      return <NumberField {...counted} min={0} unit={say("agent-minutes")} />;
    case "seconds":
      return <NumberField {...counted} min={1} unit={say("agent-seconds")} />;
    case "number":
      return <NumberField {...counted} unit={name === "delete_after" ? say("agent-days") : undefined} />;
    case "flag":
      return <Switch {...form.flag(name)} label={common.label} help={common.help} />;
    case "emails":
      return <TokenField {...listed} type="email" />;
    case "patterns":
      return <TokenField {...listed} />;
    case "team":
      return <Select {...written} options={teams.map((team) => ({ value: team.id, label: team.name }))} />;
    case "moment":
      return <DateTimeField {...written} />;
    case "secret":
      return <TextField {...written} type="password" autoComplete="new-password" help={say("agent-secret-kept")} />;
    case "lines":
    case "pairs":
      return <TextField {...written} lines={3} isCode={kind === "pairs"} />;
    case "email":
      return <TextField {...written} type="email" autoComplete="email" />;
    default:
      return <TextField {...written} />;
  }
}

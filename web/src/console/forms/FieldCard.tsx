import { ACCOUNT, FORM } from "../../facts/limits";
import { Badge, Button, Icon, Select, TextField } from "../../kit";
import { type Say, useSay } from "../../texts/texts";
import { cleanOptions, type DraftField, type FormDraft, hasOptions, typesFor, VISIBILITIES } from "./draft";
import type { Complaint, FieldPart, FieldProblem } from "./problems";
import { moveId } from "./useMoves";

interface FieldCardProps {
  field: DraftField;
  draft: FormDraft;
  index: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  problems: [FieldPart, FieldProblem][];
  complaints: Complaint[];
  onChange: (part: Partial<DraftField>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One field: what it asks in one line, and all of it when it is opened. */
export function FieldCard({ field, draft, index, isOpen, onToggle, onMove, onRemove, ...rest }: FieldCardProps) {
  const say = useSay();
  const label = field.label || field.name;
  const isWrong = rest.problems.length + rest.complaints.length > 0;
  return (
    <li className="card field-card">
      <div className="row spread">
        <button
          type="button"
          className="field-head"
          aria-expanded={isOpen}
          aria-controls={`field-${field.key}`}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon name={isOpen ? "close" : "edit"} />
          <span>
            <strong>{label}</strong>
            <span className="soft small">
              {say(typeText(field.type))} · {say(`forms-visibility-${field.visibility}`)}
            </span>
          </span>
        </button>
        <div className="row">
          {isWrong && <Badge tone="bad">{say("forms-mend")}</Badge>}
          <MoveButton field={field} by={-1} isDisabled={index === 0} onMove={onMove} />
          <MoveButton field={field} by={1} isDisabled={index === draft.fields.length - 1} onMove={onMove} />
          <Button size="small" icon="trash" aria-label={say("forms-remove-named", { label })} onPress={onRemove}>
            <span className="wide-only">{say("remove")}</span>
          </Button>
        </div>
      </div>
      <div id={`field-${field.key}`} hidden={!isOpen && !isWrong}>
        {(isOpen || isWrong) && <FieldBody field={field} draft={draft} {...rest} />}
      </div>
    </li>
  );
}

interface MoveButtonProps {
  field: DraftField;
  by: -1 | 1;
  isDisabled: boolean;
  onMove: (by: -1 | 1) => void;
}

function MoveButton({ field, by, isDisabled, onMove }: MoveButtonProps) {
  const say = useSay();
  const direction = by === 1 ? "down" : "up";
  return (
    <Button
      id={moveId(field.key, by)}
      size="small"
      icon={direction}
      isDisabled={isDisabled}
      aria-label={say(`forms-move-${direction}-named`, { label: field.label || field.name })}
      onPress={() => onMove(by)}
    >
      <span className="wide-only">{say(`forms-move-${direction}`)}</span>
    </Button>
  );
}

type FieldBodyProps = Pick<FieldCardProps, "field" | "draft" | "problems" | "complaints" | "onChange">;

function FieldBody({ field, draft, problems, complaints, onChange }: FieldBodyProps) {
  const say = useSay();
  const error = (part: FieldPart) => errorAt(say, part, problems, complaints);
  return (
    <div className="field-body">
      <TextField
        label={say("forms-label")}
        help={say("forms-label-help")}
        value={field.label}
        error={error("label")}
        maxLength={ACCOUNT.NAME_LONGEST}
        onChange={(label) => onChange({ label })}
      />
      <Select
        label={say("forms-type")}
        value={field.type}
        error={error("type")}
        options={typesFor(draft, field.key).map((type) => ({ value: type, label: say(typeText(type)) }))}
        onChange={(type) => onChange({ type })}
        help={say(`${typeText(field.type)}-help`)}
      />
      <Select
        label={say("forms-visibility")}
        value={field.visibility}
        error={error("visibility")}
        options={VISIBILITIES.map((visibility) => ({
          value: visibility,
          label: say(`forms-visibility-${visibility}`),
        }))}
        onChange={(visibility) => onChange({ visibility })}
        help={say(`forms-visibility-${field.visibility}-help`)}
      />
      <DefaultValue field={field} error={error("default_value")} onChange={onChange} />
      {hasOptions(field.type) && (
        <TextField
          label={say("forms-options")}
          help={say(field.type === "checkbox" ? "forms-options-checkbox-help" : "forms-options-help")}
          lines={4}
          value={field.options.join("\n")}
          error={error("options")}
          onChange={(text) => onChange({ options: text === "" ? [] : text.split("\n") })}
        />
      )}
      <TextField
        label={say("forms-field-name")}
        help={say("forms-field-name-help")}
        isCode
        value={field.name}
        error={error("name")}
        maxLength={ACCOUNT.NAME_LONGEST}
        onChange={(name) => onChange({ name })}
      />
    </div>
  );
}

interface DefaultValueProps {
  field: DraftField;
  error: string | undefined;
  onChange: (part: Partial<DraftField>) => void;
}

/** What is filled in already. Where there are options it is one of them. */
function DefaultValue({ field, error, onChange }: DefaultValueProps) {
  const say = useSay();
  const isFixed = field.visibility === "readonly" || field.visibility === "hidden";
  const label = say(isFixed ? "forms-fixed-value" : "forms-default");
  const options = hasOptions(field.type) ? cleanOptions(field) : [];
  const change = (defaultValue: string) => onChange({ defaultValue });
  if (options.length > 0) {
    const none = { value: "", label: say("forms-default-none") };
    return (
      <Select
        label={label}
        value={field.defaultValue}
        error={error}
        options={[none, ...options.map((option) => ({ value: option, label: option }))]}
        onChange={change}
      />
    );
  }
  const isLong = field.type === "long_text" || field.type === "package_description";
  return (
    <TextField
      label={label}
      value={field.defaultValue}
      error={error}
      onChange={change}
      maxLength={FORM.DEFAULT_LONGEST}
      {...(isLong ? { lines: 3 } : {})}
    />
  );
}

function errorAt(
  say: Say,
  part: FieldPart,
  problems: [FieldPart, FieldProblem][],
  complaints: Complaint[],
): string | undefined {
  const problem = problems.find(([where]) => where === part);
  if (problem) return say(`forms-${problem[1]}`);
  return complaints.find((complaint) => complaint.part === part)?.message;
}

function typeText(type: string): string {
  return `forms-type-${type.replaceAll("_", "-")}`;
}

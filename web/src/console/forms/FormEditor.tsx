import { type Dispatch, type ReactNode, useState } from "react";
import { ACCOUNT, FORM } from "../../facts/limits";
import { Button, Checkbox, Menu, Switch, TextField } from "../../kit";
import { useSay } from "../../texts/texts";
import {
  DELIVERY_FORMATS,
  type DeliveryFormat,
  type DraftField,
  type FormChange,
  type FormDraft,
  nextKey,
  typesFor,
} from "./draft";
import { FieldCard } from "./FieldCard";
import { FormPreview } from "./FormPreview";
import { type Complaint, formProblems } from "./problems";
import { useMoves } from "./useMoves";
import "./forms.css";

interface FormEditorProps {
  draft: FormDraft;
  change: Dispatch<FormChange>;
  complaints: Complaint[];
  nameError: string | undefined;
  /** Whether what is wrong is told: only after somebody tried to save. */
  isTold: boolean;
  /** Templates cannot be switched off: nobody sees them. */
  hasSwitch: boolean;
  /** The buttons that save it. */
  children: ReactNode;
}

/** The editor of a form, with what visitors will see beside it. */
export function FormEditor({ draft, change, complaints, nameError, isTold, hasSwitch, children }: FormEditorProps) {
  const say = useSay();
  return (
    <div className="form-columns">
      <div className="stack">
        <div className="card stack">
          <TextField
            label={say("forms-name")}
            help={say("forms-name-help")}
            isRequired
            maxLength={ACCOUNT.NAME_LONGEST}
            value={draft.name}
            error={nameError}
            onChange={(name) => change({ kind: "settings", change: { name } })}
          />
          <DeliveryChoice
            value={draft.deliveryFormats}
            onChange={(deliveryFormats) => change({ kind: "settings", change: { deliveryFormats } })}
          />
          {hasSwitch && (
            <Switch
              label={say("forms-enabled")}
              help={say("forms-enabled-help")}
              isSelected={!draft.disabled}
              onChange={(isOn) => change({ kind: "settings", change: { disabled: !isOn } })}
            />
          )}
        </div>
        <FieldList draft={draft} change={change} complaints={complaints} isTold={isTold} />
        {children}
      </div>
      <FormPreview draft={draft} />
    </div>
  );
}

function DeliveryChoice({ value, onChange }: { value: DeliveryFormat[]; onChange: (value: DeliveryFormat[]) => void }) {
  const say = useSay();
  const toggle = (format: DeliveryFormat, isOn: boolean) =>
    onChange(isOn ? [...value, format] : value.filter((each) => each !== format));
  return (
    <fieldset className="field">
      <legend>{say("forms-delivery")}</legend>
      <p className="help">{say("forms-delivery-help")}</p>
      {DELIVERY_FORMATS.map((format) => (
        <Checkbox
          key={format}
          label={say(`forms-delivery-${format.replace("_", "-")}`)}
          isSelected={value.includes(format)}
          onChange={(isOn) => toggle(format, isOn)}
        />
      ))}
    </fieldset>
  );
}

interface FieldListProps {
  draft: FormDraft;
  change: Dispatch<FormChange>;
  complaints: Complaint[];
  isTold: boolean;
}

function FieldList({ draft, change, complaints, isTold }: FieldListProps) {
  const say = useSay();
  const [openKey, setOpen] = useState<string>();
  const [removed, setRemoved] = useState<{ field: DraftField; index: number }>();
  const { spoken, move } = useMoves(draft, change);
  const problems = isTold ? formProblems(draft) : new Map();
  const add = (id: string) => {
    const type = typesFor(draft).find((each) => each === id);
    if (!type) return;
    change({ kind: "add", type, label: say(`forms-type-${type.replaceAll("_", "-")}`) });
    setOpen(nextKey(draft));
  };
  const remove = (field: DraftField, index: number) => {
    change({ kind: "remove", key: field.key });
    setRemoved({ field, index });
  };
  return (
    <section className="stack" aria-labelledby="fields-title">
      <h2 id="fields-title">{say("forms-fields")}</h2>
      {draft.fields.length === 0 && <p className="soft">{say("forms-no-fields")}</p>}
      <ol className="field-cards">
        {draft.fields.map((field, index) => (
          <FieldCard
            key={field.key}
            field={field}
            draft={draft}
            index={index}
            isOpen={openKey === field.key}
            onToggle={(isOpen) => setOpen(isOpen ? field.key : undefined)}
            problems={problems.get(field.key) ?? []}
            complaints={complaints.filter((complaint) => complaint.key === field.key)}
            onChange={(part) => change({ kind: "change", key: field.key, change: part })}
            onMove={(by) => move(field, by)}
            onRemove={() => remove(field, index)}
          />
        ))}
      </ol>
      {removed && (
        <p className="banner" role="status">
          {say("forms-field-removed", { label: removed.field.label })}
          <Button
            size="small"
            onPress={() => {
              change({ kind: "restore", ...removed });
              setRemoved(undefined);
            }}
          >
            {say("kit-undo")}
          </Button>
        </p>
      )}
      <p className="hidden-text" role="status">
        {spoken}
      </p>
      {draft.fields.length < FORM.FIELDS_MOST && (
        <div>
          <Menu
            label={say("forms-add-field")}
            entries={typesFor(draft).map((type) => ({
              id: type,
              label: say(`forms-type-${type.replaceAll("_", "-")}`),
              act: () => add(type),
            }))}
          />
        </div>
      )}
    </section>
  );
}

import { type ReactNode, useId } from "react";
import { classes } from "./classes";

/** What every field has: a name above, help below, and what is wrong with it. */
export interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** The label is read out only; for places whose meaning is plain to see, such as a search box. */
  hideLabel?: boolean | undefined;
}

/** What the control inside a field must carry, so that label, help and error are read with it. */
export interface ControlProps {
  id: string;
  required: boolean;
  disabled: boolean;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** Lays out label, control, help and error, and ties them together. */
export function Field({ field, children }: { field: FieldProps; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [field.help && `${id}-help`, field.error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id} className={classes(field.hideLabel && "hidden-text", field.isRequired && "required")}>
        {field.label}
      </label>
      {children({
        id,
        required: field.isRequired ?? false,
        disabled: field.isDisabled ?? false,
        "aria-invalid": field.error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      <FieldNotes id={id} help={field.help} error={field.error} />
    </div>
  );
}

export function FieldNotes({ id, help, error }: { id: string; help: ReactNode; error: string | undefined }) {
  return (
    <>
      {help && (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
      {error && (
        <div className="error" id={`${id}-error`}>
          {error}
        </div>
      )}
    </>
  );
}

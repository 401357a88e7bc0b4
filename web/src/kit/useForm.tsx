import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useSay } from "../texts/texts";
import { Button } from "./Button";
import { Buttons } from "./Dialog";
import { type FieldErrors, fieldErrors, isTold, rebased } from "./form";
import { ErrorNote } from "./states";

export interface FormOptions<V extends object, R> {
  initial: V;
  /** Whether `initial` is what the server has and may change meanwhile: then the form follows it where nobody typed. */
  follows?: boolean;
  /** What can be told without the server. */
  check?: ((values: V) => FieldErrors<V>) | undefined;
  send: (values: V) => Promise<R>;
  done?: ((result: R, values: V) => void) | undefined;
}

export interface FieldBinding<T> {
  name: string;
  value: T;
  onChange: (value: T) => void;
  error: string | undefined;
}

export interface FormState<V extends object> {
  values: V;
  set: (change: Partial<V>) => void;
  reset: (values: V) => void;
  /** Spread it into a field: `<TextField label=… {...form.field("name")} />`. */
  field: <K extends keyof V & string>(name: K) => FieldBinding<V[K]>;
  /** The same for what is ticked or switched. */
  flag: <K extends keyof V & string>(
    name: K,
  ) => { name: string; isSelected: boolean; onChange: (on: boolean) => void; error: string | undefined };
  isBusy: boolean;
  isChanged: boolean;
  /** What could not be told at a field. */
  error: unknown;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
}

/** The values of a form, what is wrong with each, and its sending. A refused form keeps all that was typed. */
export function useForm<V extends object, R>({ initial, follows, check, send, done }: FormOptions<V, R>): FormState<V> {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement | null>(null);
  const read = follows ? JSON.stringify(initial) : "";
  const known = useRef(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server counts.
  useEffect(() => {
    if (known.current === read) return;
    known.current = read;
    setValues((now) => rebased(now, start, initial));
    setStart(initial);
  }, [read]);
  const fields = Object.keys(initial) as (keyof V & string)[];
  const tell = (found: FieldErrors<V>) => {
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirstError(element.current);
  };
  const set = (change: Partial<V>) => {
    setValues((all) => ({ ...all, ...change }));
    setErrors((all) => without(all, Object.keys(change)));
  };
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    // A dialog's form lies inside another form for React, though not for the browser.
    event?.stopPropagation();
    element.current = event?.currentTarget ?? element.current;
    if (isBusy) return;
    const found = check?.(values) ?? {};
    setError(undefined);
    tell(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    send(values)
      .then(
        (result) => {
          setStart(values);
          done?.(result, values);
        },
        (failure) => {
          tell(fieldErrors(failure, fields));
          setError(isTold<V>(failure, fields) ? undefined : failure);
        },
      )
      .finally(() => setBusy(false));
  };
  const reset = (next: V) => {
    setValues(next);
    setStart(next);
    setErrors({});
    setError(undefined);
  };
  return {
    values,
    set,
    reset,
    submit,
    isBusy,
    error,
    isChanged: values !== start && JSON.stringify(values) !== JSON.stringify(start),
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<V>),
      error: errors[name],
    }),
    flag: (name) => ({
      name,
      isSelected: values[name] === true,
      onChange: (on) => set({ [name]: on } as unknown as Partial<V>),
      error: errors[name],
    }),
  };
}

function without<E extends object>(errors: E, names: string[]): E {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))) as E;
}

/** After the page has been drawn anew, the reader stands at the first field to mend. */
function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

export interface FormProps<V extends object> {
  form: FormState<V>;
  /** The verb on its button. */
  action: string;
  onCancel?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  children: ReactNode;
}

/** A form with its error note and its buttons at the end. */
export function Form<V extends object>({ form, action, onCancel, isDisabled, children }: FormProps<V>) {
  const say = useSay();
  return (
    <form className="stack" onSubmit={form.submit} noValidate>
      {children}
      {form.error !== undefined && <ErrorNote error={form.error} />}
      <Buttons>
        {onCancel && <Button onPress={onCancel}>{say("cancel")}</Button>}
        <Button type="submit" kind="primary" busy={form.isBusy} isDisabled={isDisabled ?? false}>
          {action}
        </Button>
      </Buttons>
    </form>
  );
}

import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { useSay } from "../texts/texts";
import { Field, type FieldProps } from "./Field";
import { Proposals } from "./fields";
import { Icon } from "./Icon";
import { withTokens } from "./tokens";

export interface TokenFieldProps extends FieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  name?: string | undefined;
  type?: "text" | "email" | undefined;
  autoComplete?: string | undefined;
  /** Known values that the browser proposes. */
  proposals?: readonly string[] | undefined;
}

/** Several short texts in one field, such as addresses: Enter, comma or leaving the field takes one; pasting takes many. */
export function TokenField({
  value,
  onChange,
  name,
  type = "text",
  autoComplete,
  proposals,
  ...field
}: TokenFieldProps) {
  const [typed, setTyped] = useState("");
  const take = (text: string) => {
    setTyped("");
    if (text.trim() !== "") onChange(withTokens(value, text));
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.key === "Enter" && typed.trim() !== "") || event.key === "," || event.key === ";") {
      event.preventDefault();
      take(typed);
    } else if (event.key === "Backspace" && typed === "") {
      onChange(value.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[\s,;]/.test(text.trim())) return;
    event.preventDefault();
    take(`${typed} ${text}`);
  };
  return (
    <Field field={{ ...field, isRequired: (field.isRequired ?? false) && value.length === 0 }}>
      {(control) => (
        <div className="input tokens">
          <Tokens value={value} onChange={onChange} />
          <input
            {...control}
            type={type}
            name={name}
            value={typed}
            autoComplete={autoComplete}
            list={proposals ? `${control.id}-list` : undefined}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKey}
            onPaste={onPaste}
            onBlur={() => take(typed)}
          />
          <Proposals id={`${control.id}-list`} values={proposals} />
        </div>
      )}
    </Field>
  );
}

function Tokens({ value, onChange }: Pick<TokenFieldProps, "value" | "onChange">) {
  const say = useSay();
  if (value.length === 0) return null;
  return (
    <ul>
      {value.map((token) => (
        <li key={token} className="token">
          {token}
          <button
            type="button"
            aria-label={say("kit-remove-named", { name: token })}
            onClick={() => onChange(value.filter((each) => each !== token))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

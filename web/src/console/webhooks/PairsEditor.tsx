import { Button, IconButton, TextField } from "../../kit";
import { useSay } from "../../texts/texts";
import { doubledNames, type Pair, withPair } from "./draft";
import "./webhooks.css";

interface PairsEditorProps {
  label: string;
  help: string;
  name: string;
  value: Pair[];
  onChange: (pairs: Pair[]) => void;
  error: string | undefined;
  ignoresCase?: boolean;
  placeholder: string;
}

/** Names and values, as many as are wanted. */
export function PairsEditor({
  label,
  help,
  value,
  onChange,
  error,
  ignoresCase = false,
  placeholder,
}: PairsEditorProps) {
  const say = useSay();
  const doubled = doubledNames(value, ignoresCase);
  const change = (key: number, part: Partial<Pair>) =>
    onChange(value.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  return (
    <fieldset className="field pairs">
      <legend>{label}</legend>
      <p className="help">{help}</p>
      {value.map((pair, index) => (
        <div key={pair.key} className="pair">
          <TextField
            label={say("webhooks-pair-name", { list: label, number: index + 1 })}
            hideLabel
            value={pair.name}
            placeholder={placeholder}
            error={doubled.has(pair.key) ? say("webhooks-names-doubled") : undefined}
            onChange={(name) => change(pair.key, { name })}
          />
          <TextField
            label={say("webhooks-pair-value", { list: label, number: index + 1 })}
            hideLabel
            value={pair.value}
            placeholder={say("webhooks-value")}
            autoComplete="off"
            onChange={(text) => change(pair.key, { value: text })}
          />
          <IconButton
            icon="trash"
            label={say("webhooks-pair-remove", { list: label, number: index + 1 })}
            onPress={() => onChange(value.filter((each) => each.key !== pair.key))}
          />
        </div>
      ))}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button size="small" icon="add" onPress={() => onChange(withPair(value))}>
          {say("webhooks-pair-add")}
        </Button>
      </div>
    </fieldset>
  );
}

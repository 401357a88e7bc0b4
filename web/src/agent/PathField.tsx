import { useEffect, useState } from "react";
import { IconButton, TextField } from "../kit";
import { useSay } from "../texts/texts";
import { call } from "./api";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  kind: "folder" | "any";
  name?: string | undefined;
  error?: string | undefined;
  help?: string | undefined;
  isRequired?: boolean | undefined;
}

/** A path of the agent's machine, which no browser can pick: what is typed is completed from what is there. */
export function PathField({ kind, ...field }: Props) {
  const proposals = useCompletions(field.value, kind);
  return <TextField {...field} isCode autoComplete="off" spellCheck={false} proposals={proposals} placeholder="/" />;
}

const PACE = 150;

function useCompletions(prefix: string, kind: Props["kind"]): string[] {
  const [found, setFound] = useState<string[]>([]);
  useEffect(() => {
    if (!prefix.startsWith("/")) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ prefix, kind });
      call<{ path: string }[]>("GET", `/paths?${query}`, { signal: asking.signal })
        .then((paths) => setFound(paths.map((each) => each.path)))
        // Completion is a help; without it the path is typed whole.
        .catch(() => undefined);
    }, PACE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [prefix, kind]);
  return found;
}

interface ListProps {
  label: string;
  help: string;
  value: string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Several paths; the last line is always free for one more. */
export function PathList({ label, help, value, onChange, error }: ListProps) {
  const say = useSay();
  const lines = [...value.filter((path) => path !== ""), ""];
  const set = (index: number, path: string) => onChange(lines.with(index, path).filter((each) => each !== ""));
  return (
    <fieldset className="field paths">
      <legend>{label}</legend>
      {lines.map((path, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone.
        <div key={index} className="path-line">
          <PathField
            label={say("agent-path-number", { number: index + 1 })}
            value={path}
            onChange={(next) => set(index, next)}
            kind="any"
            error={index === 0 ? error : undefined}
          />
          {path === "" ? null : (
            <IconButton label={say("agent-path-remove", { path })} icon="close" onPress={() => set(index, "")} />
          )}
        </div>
      ))}
      <p className="help">{help}</p>
    </fieldset>
  );
}

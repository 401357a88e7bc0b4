import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSay } from "../texts/texts";
import { Trouble } from "./DeadEnd";
import type { Stage } from "./stage";

interface Props {
  stage: Extract<Stage, { at: "password" }>;
  enter: (password: string) => void;
}

/** One field. A wrong password keeps what was typed, so that a slip is mended and not typed anew. */
export function PasswordStep({ stage, enter }: Props) {
  const say = useSay();
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!stage.busy) field.current?.focus();
  }, [stage.busy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "" && !stage.busy) enter(password);
  };
  const problem = stage.wrong ? say("download-password-wrong") : undefined;
  return (
    <form className="card stack" onSubmit={submit}>
      <h1>{say("download-password-title")}</h1>
      <p className="soft">{say("download-password-text")}</p>
      <div className="field">
        <label htmlFor="password">{say("download-password-label")}</label>
        <div className="password-line">
          <input
            ref={field}
            id="password"
            className="input"
            type={isShown ? "text" : "password"}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            aria-invalid={stage.wrong}
            aria-describedby="password-error"
          />
          <button type="button" className="button" onClick={() => setShown(!isShown)}>
            {say(isShown ? "hide-password" : "show-password")}
          </button>
        </div>
        <p id="password-error" className="error" role="alert">
          {problem}
        </p>
      </div>
      {stage.end ? <Trouble end={stage.end} /> : null}
      <div>
        <button type="submit" className="button primary large" disabled={stage.busy}>
          {say(stage.busy ? "download-opening" : "download-password-open")}
        </button>
      </div>
    </form>
  );
}

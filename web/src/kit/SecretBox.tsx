import { useSay } from "../texts/texts";
import { Button } from "./Button";
import { CopyButton } from "./CopyButton";
import { Icon } from "./Icon";
import { saveText } from "./save";

export interface SecretBoxProps {
  /** What it is: "API key", "Link". */
  label: string;
  secret: string;
  /** The name of the file in which it can be kept, without its ending. */
  fileName: string;
  /** Whether the server will not tell it again. */
  isShownOnce?: boolean;
}

/** A secret: shown, copied, or kept as a file. */
export function SecretBox({ label, secret, fileName, isShownOnce = true }: SecretBoxProps) {
  const say = useSay();
  return (
    <div className="secret stack">
      {isShownOnce && (
        <p className="row">
          <Icon name="warn" /> {say("kit-secret-once")}
        </p>
      )}
      <div>
        <p className="label">{label}</p>
        <output className="secret-text" aria-label={label}>
          {secret}
        </output>
      </div>
      <div className="row">
        <CopyButton text={secret} kind="primary" />
        <Button icon="download" onPress={() => saveText(`${fileName}.txt`, `${secret}\n`)}>
          {say("kit-secret-save")}
        </Button>
      </div>
    </div>
  );
}

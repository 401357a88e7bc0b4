import { useState } from "react";
import { Dialog, Facts, IconButton, Switch } from "../../kit";
import { LanguageSwitch } from "../../texts/page";
import { useSay } from "../../texts/texts";
import { useHelp } from "./help-state";
import { areKeysOn, switchKeys } from "./keys";

/** In the same place on every page: what the console is made of, the keys, and where to read on. */
export function HelpButton() {
  const say = useSay();
  const help = useHelp();
  return (
    <>
      <IconButton label={say("help")} icon="help" onPress={help.open} />
      <Dialog title={say("help")} isOpen={help.isOpen} onClose={help.close}>
        <HelpContent />
      </Dialog>
    </>
  );
}

function HelpContent() {
  const say = useSay();
  const [areOn, setOn] = useState(areKeysOn);
  const turn = (on: boolean) => {
    switchKeys(on);
    setOn(on);
  };
  return (
    <>
      <p>{say("frame-help-intro")}</p>
      <p>
        <a href="/docs" target="_blank" rel="noopener noreferrer">
          {say("frame-help-interface")}
        </a>
      </p>
      <h3>{say("frame-keys")}</h3>
      <Facts
        facts={[
          { label: say("frame-key-search"), value: <kbd>/</kbd> },
          { label: say("frame-key-create"), value: <kbd>n</kbd> },
          { label: say("frame-key-help"), value: <kbd>?</kbd> },
        ]}
      />
      <Switch label={say("frame-keys-on")} isSelected={areOn} onChange={turn} />
      <LanguageSwitch />
    </>
  );
}

import { useTexts } from "../texts/texts";
import { TextField } from "./FormField";
import { fieldId, type Mistakes, OWN_DESCRIPTION, OWN_NAME, OWN_SENDER, type Values } from "./form";
import type { PublicPortal } from "./portal";

interface Properties {
  prefix: string;
  values: Values;
  mistakes: Mistakes;
  serverMistake: (name: string) => string | undefined;
  set: (name: string, value: string) => void;
  own: { name: boolean; description: boolean; sender: boolean };
  portal: PublicPortal;
  isRemembered: boolean;
  setRemembered: (isRemembered: boolean) => void;
}

/** What every package has, where the Portal's form does not ask for it. */
export function OwnFields({ prefix, values, mistakes, serverMistake, set, own, portal, ...remember }: Properties) {
  const { say } = useTexts();
  const shared = (name: string, wire: string) => ({
    id: fieldId(prefix, name),
    value: values[name] ?? "",
    mistake: mistakes[name],
    serverMistake: serverMistake(wire),
    onChange: (value: string) => set(name, value),
  });
  const format = portal.package_name_format_enabled ? portal.package_name_format.label : "";
  return (
    <>
      {own.sender && (
        <div className="stack tight">
          <TextField
            {...shared(OWN_SENDER, "sender")}
            label={say("portal-sender")}
            help={say(portal.disable_upload_receipt ? "portal-sender-help-plain" : "portal-sender-help")}
            type="email"
            autoComplete="email"
            isRequired
          />
          <label className="choice small">
            <input
              type="checkbox"
              checked={remember.isRemembered}
              onChange={(event) => remember.setRemembered(event.target.checked)}
            />
            <span>{say("portal-remember")}</span>
          </label>
        </div>
      )}
      {own.name && (
        <TextField
          {...shared(OWN_NAME, "name")}
          label={say("portal-name")}
          help={format ? say("portal-name-format", { format }) : say("portal-name-help")}
          isRequired
        />
      )}
      {own.description && (
        <TextField {...shared(OWN_DESCRIPTION, "description")} label={say("portal-description")} isLong />
      )}
    </>
  );
}

import { Field, Section, TextField } from "../../../kit";
import { useSay } from "../../../texts/texts";
import { isColour, longColour } from "../../../ui/colours";
import type { SectionProps } from "./Basics";

const OUR_COLOUR = "#2446c8";

/** The customer's own look; the preview beside it follows. */
export function Look({ form }: SectionProps) {
  const say = useSay();
  return (
    <Section title={say("portals-look")} help={say("portals-look-help")}>
      <TextField
        label={say("portals-logo")}
        help={say("portals-logo-help")}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.field("logoUrl")}
      />
      <TextField
        label={say("portals-background")}
        help={say("portals-background-help")}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.field("backgroundUrl")}
      />
      <ColourField {...form.field("primaryColor")} />
    </Section>
  );
}

interface ColourFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** A colour by its code, or from the browser's own picker. Pages know the long spelling alone. */
function ColourField({ value, onChange, error }: ColourFieldProps) {
  const say = useSay();
  return (
    <Field field={{ label: say("portals-colour"), help: say("portals-colour-help"), error }}>
      {(control) => (
        <span className="colour">
          <input
            type="color"
            aria-label={say("portals-colour-pick")}
            value={isColour(value) ? longColour(value) : OUR_COLOUR}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            className="input code"
            value={value}
            placeholder={OUR_COLOUR}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => isColour(value) && onChange(longColour(value))}
          />
        </span>
      )}
    </Field>
  );
}

import { PORTAL } from "../../../facts/limits";
import { Section, Switch, TextField } from "../../../kit";
import { useSay } from "../../../texts/texts";
import type { SectionProps } from "./Basics";

/** What senders must agree to. */
export function Terms({ form }: SectionProps) {
  const say = useSay();
  const { terms, hasTerms } = form.values;
  const { error } = form.field("terms");
  const part = (name: keyof typeof terms) => ({
    value: terms[name],
    onChange: (text: string) => form.set({ terms: { ...terms, [name]: text } }),
  });
  return (
    <Section title={say("portals-terms")}>
      <Switch label={say("portals-has-terms")} {...form.flag("hasTerms")} />
      {hasTerms && (
        <>
          <TextField
            label={say("portals-terms-title")}
            maxLength={PORTAL.TITLE_LONGEST}
            {...part("title")}
            error={error}
          />
          <TextField label={say("portals-terms-text")} lines={5} {...part("description")} />
          <TextField label={say("portals-terms-label")} maxLength={PORTAL.TITLE_LONGEST} {...part("checkbox_label")} />
          <TextField
            label={say("portals-terms-url")}
            help={say("portals-terms-url-help")}
            type="url"
            inputMode="url"
            placeholder="https://"
            {...part("checkbox_url")}
          />
        </>
      )}
    </Section>
  );
}

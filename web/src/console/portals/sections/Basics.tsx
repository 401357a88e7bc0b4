import { ACCOUNT, SUBDOMAIN } from "../../../facts/limits";
import { type FormState, Section, Select, Switch, TextField } from "../../../kit";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../texts/languages";
import { useSay } from "../../../texts/texts";
import { usePlaces } from "../data";
import type { PortalDraft } from "../draft";

export interface SectionProps {
  form: FormState<PortalDraft>;
}

/** What it is called, where it is, and what it says. */
export function Basics({ form }: SectionProps) {
  const say = useSay();
  const places = usePlaces();
  const languages = LANGUAGES.map((language) => ({ value: language as string, label: LANGUAGE_NAMES[language] }));
  const { language, subdomain } = form.values;
  // A language that we have no texts for may have been set through the interface; it is kept.
  const isKnown = language === "" || languages.some((each) => each.value === language);
  const options = [
    { value: "", label: say("portals-language-visitor") },
    ...languages,
    ...(isKnown ? [] : [{ value: language, label: language }]),
  ];
  return (
    <Section title={say("portals-basics")}>
      <Switch label={say("portals-active")} help={say("portals-active-help")} {...form.flag("active")} />
      <TextField label={say("portals-name")} isRequired maxLength={ACCOUNT.NAME_LONGEST} {...form.field("name")} />
      <TextField
        label={say("portals-subdomain")}
        help={subdomain === "" ? undefined : places(subdomain).link}
        isRequired
        isCode
        spellCheck={false}
        maxLength={SUBDOMAIN.LONGEST}
        {...form.field("subdomain")}
      />
      <TextField
        label={say("portals-message")}
        help={say("portals-message-help")}
        lines={4}
        {...form.field("message")}
      />
      <Select
        label={say("portals-language")}
        help={say("portals-language-help")}
        options={options}
        {...form.field("language")}
      />
    </Section>
  );
}

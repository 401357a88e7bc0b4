import { useState } from "react";
import { NumberField, RadioGroup, Section, Switch, TextField } from "../../../kit";
import { useSay } from "../../../texts/texts";
import { fileTypesOf } from "../measures";
import type { SectionProps } from "./Basics";
import { LimitField } from "./LimitField";

/** What may be sent: how much, which kinds, and under which names. */
export function Rules({ form }: SectionProps) {
  const say = useSay();
  return (
    <Section title={say("portals-rules")} help={say("portals-rules-help")}>
      <Switch label={say("portals-limits-sizes")} {...form.flag("limitsSizes")} />
      {form.values.limitsSizes && (
        <div className="limits">
          <LimitField label={say("portals-max-package")} {...form.field("maxPackageSize")} />
          <LimitField label={say("portals-max-file")} {...form.field("maxFileSize")} />
          <NumberField
            label={say("portals-max-count")}
            help={say("portals-no-limit-help")}
            min={0}
            {...form.field("maxFileCount")}
            value={form.values.maxFileCount || undefined}
            onChange={(count) => form.set({ maxFileCount: count ?? 0 })}
          />
        </div>
      )}
      <Switch label={say("portals-limits-types")} {...form.flag("limitsTypes")} />
      {form.values.limitsTypes && <TypeRules form={form} />}
      <Switch label={say("portals-has-format")} help={say("portals-has-format-help")} {...form.flag("hasNameFormat")} />
      {form.values.hasNameFormat && <NameFormat form={form} />}
    </Section>
  );
}

function TypeRules({ form }: SectionProps) {
  const say = useSay();
  const { fileTypes, excludesTypes } = form.values;
  const [text, setText] = useState(fileTypes.join(" "));
  return (
    <>
      <RadioGroup
        label={say("portals-types-mode")}
        hideLabel
        isInline
        value={excludesTypes ? "exclude" : "include"}
        onChange={(mode) => form.set({ excludesTypes: mode === "exclude" })}
        options={[
          { value: "include", label: say("portals-types-only") },
          { value: "exclude", label: say("portals-types-not") },
        ]}
      />
      <TextField
        label={say("portals-types")}
        help={fileTypes.length > 0 ? fileTypes.join(", ") : say("portals-types-help")}
        isCode
        placeholder=".mov .mxf .wav"
        value={text}
        error={form.field("fileTypes").error}
        onChange={(typed) => {
          setText(typed);
          form.set({ fileTypes: fileTypesOf(typed) });
        }}
      />
    </>
  );
}

function NameFormat({ form }: SectionProps) {
  const say = useSay();
  const { nameFormat } = form.values;
  return (
    <div className="limits">
      <TextField
        label={say("portals-format-label")}
        help={say("portals-format-label-help")}
        value={nameFormat.label}
        onChange={(label) => form.set({ nameFormat: { ...nameFormat, label } })}
      />
      <TextField
        label={say("portals-format-value")}
        help={say("portals-format-value-help")}
        isCode
        spellCheck={false}
        value={nameFormat.value}
        error={form.field("nameFormat").error}
        onChange={(value) => form.set({ nameFormat: { ...nameFormat, value } })}
      />
    </div>
  );
}

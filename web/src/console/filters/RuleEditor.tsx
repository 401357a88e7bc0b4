import { useState } from "react";
import { FILTER, RE2 } from "../../facts/limits";
import { Button, IconButton, RadioGroup, TextField } from "../../kit";
import { useSay } from "../../texts/texts";
import { type DraftPattern, endingPattern, type FilterDraft, withoutPattern, withPattern } from "./draft";

interface RuleEditorProps {
  draft: FilterDraft;
  /** What the server says of a pattern, by its key. */
  complaints: ReadonlyMap<number, string>;
  onChange: (draft: FilterDraft) => void;
}

/** Whether names that match go or stay, and the patterns. */
export function RuleEditor({ draft, complaints, onChange }: RuleEditorProps) {
  const say = useSay();
  const change = (key: number, text: string) => {
    const patterns = draft.patterns.map((pattern) => (pattern.key === key ? { key, text } : pattern));
    onChange({ ...draft, patterns });
  };
  return (
    <>
      <RadioGroup
        label={say("filters-which")}
        value={draft.action}
        onChange={(action) => onChange({ ...draft, action })}
        options={[
          { value: "include", label: say("filters-include"), help: say("filters-include-help") },
          { value: "exclude", label: say("filters-exclude"), help: say("filters-exclude-help") },
        ]}
      />
      <fieldset className="stack patterns">
        <legend>{say("filters-patterns")}</legend>
        <p className="soft small">{say("filters-patterns-help")}</p>
        {draft.patterns.map((pattern, index) => (
          <PatternLine
            key={pattern.key}
            pattern={pattern}
            number={index + 1}
            complaint={complaints.get(pattern.key)}
            onChange={(text) => change(pattern.key, text)}
            onRemove={draft.patterns.length > 1 ? () => onChange(withoutPattern(draft, pattern.key)) : undefined}
          />
        ))}
        <div>
          <Button
            icon="add"
            isDisabled={draft.patterns.length >= FILTER.VALUES_MOST}
            onPress={() => onChange(withPattern(draft))}
          >
            {say("filters-add-pattern")}
          </Button>
        </div>
      </fieldset>
      <EndingsHelper onAdd={(pattern) => onChange(added(draft, pattern))} />
    </>
  );
}

/** Takes the first empty line, so that a new filter does not begin with one that nobody filled. */
function added(draft: FilterDraft, text: string): FilterDraft {
  const empty = draft.patterns.find((pattern) => pattern.text === "");
  if (!empty) return withPattern(draft, text);
  return { ...draft, patterns: draft.patterns.map((pattern) => (pattern === empty ? { ...pattern, text } : pattern)) };
}

interface PatternLineProps {
  pattern: DraftPattern;
  number: number;
  complaint: string | undefined;
  onChange: (text: string) => void;
  onRemove: (() => void) | undefined;
}

function PatternLine({ pattern, number, complaint, onChange, onRemove }: PatternLineProps) {
  const say = useSay();
  return (
    <div className="pattern-line">
      <TextField
        label={say("filters-pattern", { number })}
        hideLabel
        isCode
        spellCheck={false}
        value={pattern.text}
        onChange={onChange}
        error={complaint}
        placeholder="\.mov$"
        maxLength={RE2.LONGEST_BYTES}
      />
      {onRemove && <IconButton icon="trash" label={say("filters-remove-pattern", { number })} onPress={onRemove} />}
    </div>
  );
}

/** Writes a pattern for those who only know the endings that they want. */
function EndingsHelper({ onAdd }: { onAdd: (pattern: string) => void }) {
  const say = useSay();
  const [endings, setEndings] = useState("");
  const pattern = endingPattern(endings);
  const add = () => {
    if (!pattern) return;
    onAdd(pattern);
    setEndings("");
  };
  return (
    <div className="endings">
      <TextField
        label={say("filters-endings")}
        help={say("filters-endings-help")}
        value={endings}
        onChange={setEndings}
        placeholder="mov, mxf, wav"
      />
      <Button onPress={add} isDisabled={!pattern}>
        {say("filters-endings-add")}
      </Button>
    </div>
  );
}

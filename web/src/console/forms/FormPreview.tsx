import { useId } from "react";
import type { Schemas } from "../../api/client";
import { useSay } from "../../texts/texts";
import { elementsOf, type FormDraft } from "./draft";

/** What a visitor of the Portal will see. It can be filled in to try it; nothing is kept. */
export function FormPreview({ draft }: { draft: FormDraft }) {
  const say = useSay();
  const elements = elementsOf(draft);
  const shown = elements.filter((element) => element.visibility !== "hidden");
  const hidden = elements.length - shown.length;
  return (
    <section className="preview-column" aria-labelledby="preview-title">
      <h2 id="preview-title">{say("forms-preview")}</h2>
      <div className="card stack form-preview">
        {shown.length === 0 && <p className="soft">{say("forms-preview-empty")}</p>}
        {shown.map((element) => (
          <PreviewField key={`${element.name}-${element.type}-${element.position}`} element={element} />
        ))}
      </div>
      {hidden > 0 && <p className="soft small">{say("forms-preview-hidden", { count: hidden })}</p>}
    </section>
  );
}

type Element = Schemas["FormElement"];

const INPUT_TYPES: Partial<Record<Element["type"], string>> = {
  date: "date",
  number: "number",
  url: "url",
  email: "email",
  sender_email: "email",
};

function PreviewField({ element }: { element: Element }) {
  const id = useId();
  const isChoice = element.type === "radio" || element.type === "checkbox";
  if (isChoice) return <PreviewChoice element={element} />;
  const shared = {
    id,
    className: "input",
    defaultValue: element.default_value,
    disabled: element.visibility === "readonly",
  };
  const isLong = element.type === "long_text" || element.type === "package_description";
  return (
    <div className="field">
      <label htmlFor={id}>
        {element.label}
        <Mark element={element} />
      </label>
      {element.type === "dropdown" && (
        <select {...shared}>
          <option value="">–</option>
          {element.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {isLong && <textarea {...shared} rows={3} />}
      {element.type !== "dropdown" && !isLong && <input {...shared} type={INPUT_TYPES[element.type] ?? "text"} />}
    </div>
  );
}

/** Several boxes or circles; a tick box without options is one box to tick. */
function PreviewChoice({ element }: { element: Element }) {
  const name = useId();
  const isDisabled = element.visibility === "readonly";
  if (element.type === "checkbox" && element.options.length === 0) {
    return (
      <label className="choice">
        <input type="checkbox" disabled={isDisabled} defaultChecked={element.default_value !== ""} />
        <span>
          {element.label}
          <Mark element={element} />
        </span>
      </label>
    );
  }
  return (
    <fieldset className="field" disabled={isDisabled}>
      <legend>
        {element.label}
        <Mark element={element} />
      </legend>
      {element.options.map((option) => (
        <label key={option} className="choice">
          <input type={element.type} name={name} defaultChecked={option === element.default_value} />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Mark({ element }: { element: Element }) {
  const say = useSay();
  if (element.visibility !== "required") return null;
  return <span className="soft"> ({say("forms-preview-required")})</span>;
}

import { useState } from "react";
import { FormField } from "../../portal/FormField";
import { shownFields, type Values } from "../../portal/form";
import { useSay } from "../../texts/texts";
import { PortalTexts } from "../shared/PortalTexts";
import { elementsOf, type FormDraft } from "./draft";

/** What a visitor of the Portal will see, made of the page's own fields. It can be filled in; nothing is kept. */
export function FormPreview({ draft }: { draft: FormDraft }) {
  const say = useSay();
  const [values, setValues] = useState<Values>({});
  const elements = elementsOf(draft);
  const shown = shownFields(elements);
  const hidden = elements.length - shown.length;
  return (
    <section className="preview-column" aria-labelledby="preview-title">
      <h2 id="preview-title">{say("forms-preview")}</h2>
      <div className="card stack form-preview">
        {shown.length === 0 && <p className="soft">{say("forms-preview-empty")}</p>}
        <PortalTexts language={undefined}>
          {shown.map((field) => (
            <FormField
              key={`${field.position}-${field.type}`}
              prefix={`preview-${field.position}-`}
              field={field}
              values={values}
              mistakes={{}}
              serverMistake={() => undefined}
              set={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
            />
          ))}
        </PortalTexts>
      </div>
      {hidden > 0 && <p className="soft small">{say("forms-preview-hidden", { count: hidden })}</p>}
    </section>
  );
}

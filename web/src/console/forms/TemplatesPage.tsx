import { type Column, Empty, LinkButton, Loaded, Page, Table } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { type Template, useTemplates } from "../shared/data";

/** The templates from which forms of Portals are made. */
export function TemplatesPage() {
  const { language, say } = useTexts();
  const templates = useTemplates();
  const create = (
    <LinkButton kind="primary" icon="add" href="/forms/new">
      {say("forms-create-template")}
    </LinkButton>
  );
  const columns: Column<Template>[] = [
    { id: "name", title: say("forms-name"), render: (template) => template.name },
    {
      id: "fields",
      title: say("forms-fields"),
      render: (template) => say("forms-field-count", { count: template.fields.length }),
    },
    {
      id: "delivery",
      title: say("forms-delivery"),
      render: (template) =>
        template.delivery_formats.map((format) => say(`forms-delivery-${format.replace("_", "-")}`)).join(", ") || "–",
    },
    { id: "updated", title: say("forms-changed"), render: (template) => formatMoment(language, template.updated_at) },
  ];
  return (
    <Page title={say("forms-title")} lead={say("forms-lead")} actions={create}>
      <Loaded query={templates}>
        {(rows) => (
          <Table
            label={say("forms-title")}
            rows={rows}
            columns={columns}
            rowId={(template) => template.id}
            href={(template) => `/forms/${template.id}`}
            empty={
              <Empty title={say("forms-none")} action={create}>
                {say("forms-none-help")}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

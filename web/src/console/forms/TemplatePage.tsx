import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import { Button, Buttons, ErrorNote, LoadedPage, Page, useNavigateTo, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { type Template, useRefresh, useTeamId } from "../shared/data";
import { useRemoval } from "../useAct";
import { useUnsaved } from "../useUnsaved";
import { EMPTY_FORM, formDraftOf, writtenFields } from "./draft";
import { FormEditor } from "./FormEditor";
import { useFormEditor } from "./useFormEditor";

/** The page of a template that there is. */
export function TemplatePage() {
  const say = useSay();
  const id = useParam("id");
  const call = { params: { path: { form_template_id: id } } };
  const template = useQuery({
    queryKey: ["templates", "one", id],
    queryFn: () => answer<Template>(api.GET("/v1/metadata/forms/templates/{form_template_id}", call)),
  });
  return (
    <LoadedPage query={template} list={{ label: say("forms-title"), href: "/forms" }}>
      {(found) => <TemplateEditor key={found.id} template={found} />}
    </LoadedPage>
  );
}

export function NewTemplatePage() {
  return <TemplateEditor />;
}

function TemplateEditor({ template }: { template?: Template }) {
  const say = useSay();
  const team = useTeamId();
  const toasts = useToasts();
  const navigate = useNavigateTo();
  const refresh = useRefresh();
  const editor = useFormEditor(template ? formDraftOf(template) : EMPTY_FORM, async (draft) => {
    const body = { name: draft.name.trim(), delivery_formats: draft.deliveryFormats, fields: writtenFields(draft) };
    const call = template
      ? api.PUT("/v1/metadata/forms/templates/{form_template_id}", {
          params: { path: { form_template_id: template.id } },
          body,
        })
      : api.POST("/v1/teams/{team_id}/forms/templates", { params: { path: { team_id: team } }, body });
    const saved = await answer<Template>(call);
    refresh("templates");
    toasts.say(say("forms-template-saved", { name: saved.name }));
    leave();
    if (!template) navigate(`/forms/${saved.id}`);
  });
  const leave = useUnsaved(editor.isChanged);
  return (
    <Page
      title={template ? template.name : say("forms-create-template")}
      lead={say("forms-template-lead")}
      crumbs={[{ label: say("forms-title"), href: "/forms" }]}
      actions={template && <DeleteTemplate template={template} />}
    >
      <FormEditor {...editor} hasSwitch={false}>
        {editor.error !== undefined && <ErrorNote error={editor.error} />}
        <Buttons>
          <Button kind="primary" busy={editor.isBusy} onPress={() => void editor.save()}>
            {say("save")}
          </Button>
        </Buttons>
      </FormEditor>
    </Page>
  );
}

function DeleteTemplate({ template }: { template: Template }) {
  const say = useSay();
  const { id, name } = template;
  const call = { params: { path: { form_template_id: id } } };
  const remove = useRemoval({
    title: say("forms-template-delete-title", { name }),
    body: say("forms-template-delete-body"),
    remove: () => answer(api.DELETE("/v1/metadata/forms/templates/{form_template_id}", call)),
    said: say("forms-template-deleted", { name }),
    changes: ["templates"],
    to: "/forms",
  });
  return (
    <Button kind="danger" icon="trash" onPress={remove}>
      {say("delete")}
    </Button>
  );
}

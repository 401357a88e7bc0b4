import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, CallError, type Schemas } from "../../api/client";
import { Button, Buttons, ErrorNote, LoadedPage, Menu, Page, Select, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { EMPTY_FORM, formDraftOf, writtenFields } from "../forms/draft";
import { FormEditor } from "../forms/FormEditor";
import { useFormEditor } from "../forms/useFormEditor";
import { useRefresh, useTeamId, useTemplates } from "../shared/data";
import { useAct, useRemoval } from "../useAct";
import { useUnsaved } from "../useUnsaved";
import { usePortal } from "./data";
import type { Portal } from "./draft";

type PortalForm = Schemas["FormBody"];

/** The form of a Portal, or the making of one. */
export function PortalFormPage() {
  const say = useSay();
  const id = useParam("id");
  const portal = usePortal(id);
  const form = useQuery({ queryKey: ["forms", id], queryFn: () => readForm(id) });
  const portals = { label: say("portals-title"), href: "/portals" };
  return (
    <LoadedPage query={portal} list={portals}>
      {(found) => (
        <LoadedPage query={form} list={{ label: found.name, href: `/portals/${id}` }}>
          {({ form: stored }) => <PortalFormEditor key={stored?.id ?? "new"} portal={found} stored={stored} />}
        </LoadedPage>
      )}
    </LoadedPage>
  );
}

/** A Portal without a form is no fault. */
async function readForm(id: string): Promise<{ form: PortalForm | undefined }> {
  try {
    const call = { params: { path: { portal_id: id } } };
    return { form: await answer<PortalForm>(api.GET("/v1/portals/{portal_id}/form", call)) };
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { form: undefined };
    throw error;
  }
}

function PortalFormEditor({ portal, stored }: { portal: Portal; stored: PortalForm | undefined }) {
  const say = useSay();
  const toasts = useToasts();
  const refresh = useRefresh();
  const start = stored ? formDraftOf(stored) : { ...EMPTY_FORM, name: portal.name };
  const editor = useFormEditor(start, async (draft) => {
    const body = {
      name: draft.name.trim(),
      delivery_formats: draft.deliveryFormats,
      fields: writtenFields(draft),
      disabled: draft.disabled,
    };
    const call = stored
      ? api.PUT("/v1/metadata/forms/{form_id}", { params: { path: { form_id: stored.id } }, body })
      : api.POST("/v1/portals/{portal_id}/form", { params: { path: { portal_id: portal.id } }, body });
    await answer(call);
    refresh("forms", "portals");
    toasts.say(say("forms-saved"));
  });
  useUnsaved(editor.isChanged);
  return (
    <Page
      title={say("forms-of-portal", { name: portal.name })}
      lead={say("forms-of-portal-lead")}
      crumbs={[
        { label: say("portals-title"), href: "/portals" },
        { label: portal.name, href: `/portals/${portal.id}` },
      ]}
      actions={stored && <FormActions stored={stored} portal={portal} />}
    >
      {!stored && <FromTemplate onTake={(draft) => editor.change({ kind: "replace", draft })} />}
      <FormEditor {...editor} hasSwitch={stored !== undefined}>
        {editor.error !== undefined && <ErrorNote error={editor.error} />}
        <Buttons>
          <Button kind="primary" busy={editor.isBusy} onPress={() => void editor.save()}>
            {say(stored ? "save" : "forms-attach")}
          </Button>
        </Buttons>
      </FormEditor>
    </Page>
  );
}

/** Begins with the fields of a template; they are the form's own from then on. */
function FromTemplate({ onTake }: { onTake: (draft: typeof EMPTY_FORM) => void }) {
  const say = useSay();
  const templates = useTemplates();
  const [chosen, setChosen] = useState("");
  const found = templates.data?.find((template) => template.id === chosen);
  if (!templates.data || templates.data.length === 0) return null;
  const options = templates.data.map((template) => ({ value: template.id, label: template.name }));
  return (
    <div className="card row from-template">
      <Select
        label={say("forms-from-template")}
        value={chosen}
        onChange={setChosen}
        options={[{ value: "", label: say("forms-from-nothing") }, ...options]}
      />
      <Button isDisabled={!found} onPress={() => found && onTake(formDraftOf(found))}>
        {say("forms-take-template")}
      </Button>
    </div>
  );
}

function FormActions({ stored, portal }: { stored: PortalForm; portal: Portal }) {
  const say = useSay();
  const team = useTeamId();
  const { name, delivery_formats } = stored;
  const keep = useAct({
    act: () => {
      const body = { name, delivery_formats, fields: writtenFields(formDraftOf(stored)) };
      return answer(api.POST("/v1/teams/{team_id}/forms/templates", { params: { path: { team_id: team } }, body }));
    },
    said: () => say("forms-template-saved", { name }),
    changes: ["templates"],
  });
  const remove = useRemoval({
    title: say("forms-delete-title"),
    body: say("forms-delete-body"),
    remove: () => answer(api.DELETE("/v1/metadata/forms/{form_id}", { params: { path: { form_id: stored.id } } })),
    said: say("forms-deleted"),
    changes: ["forms", "portals"],
    to: `/portals/${portal.id}`,
  });
  return (
    <Menu
      label={say("forms-more")}
      entries={[
        { id: "keep", label: say("forms-keep-as-template"), icon: "copy", act: () => keep.act() },
        { id: "delete", label: say("forms-delete"), icon: "trash", isDanger: true, act: remove },
      ]}
    />
  );
}

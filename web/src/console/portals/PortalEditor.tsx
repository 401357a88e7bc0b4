import { answer, api, CallError } from "../../api/client";
import { Button, ErrorNote, type FieldErrors, useForm, useToasts } from "../../kit";
import { type Say, useSay } from "../../texts/texts";
import { isColour } from "../../ui/colours";
import { useSession } from "../session/useSession";
import { useUnsaved } from "../useUnsaved";
import { subdomainProblem } from "./address";
import { readPortal } from "./data";
import {
  type DraftProblem,
  draftOf,
  draftProblems,
  mergedDraft,
  type Portal,
  type PortalDraft,
  updateOf,
} from "./draft";
import { PortalPreview } from "./PortalPreview";
import { Access } from "./sections/Access";
import { Attachments } from "./sections/Attachments";
import { Basics } from "./sections/Basics";
import { Look } from "./sections/Look";
import { Notices } from "./sections/Notices";
import { Quotas } from "./sections/Quotas";
import { Rules } from "./sections/Rules";
import { Terms } from "./sections/Terms";
import { Times } from "./sections/Times";
import { withDraftNames } from "./server-names";

/** All settings of a Portal, with its page beside them as it will look. */
export function PortalEditor({ portal, onSaved }: { portal: Portal; onSaved: () => void }) {
  const say = useSay();
  const form = usePortalForm(portal, onSaved);
  useUnsaved(form.isChanged);
  return (
    <form className="portal-columns" onSubmit={form.submit} noValidate>
      <div className="stack">
        <Basics form={form} />
        <Look form={form} />
        <Access form={form} portal={portal} />
        <Terms form={form} />
        <Rules form={form} />
        <Quotas form={form} portal={portal} />
        <Times form={form} />
        <Notices form={form} portal={portal} />
        <Attachments form={form} portal={portal} />
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <div className="save-bar">
          <span role="status" className="soft small">
            {form.isChanged ? say("portals-unsaved") : ""}
          </span>
          <Button isDisabled={!form.isChanged} onPress={() => form.reset(draftOf(portal))}>
            {say("portals-discard")}
          </Button>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {say("save")}
          </Button>
        </div>
      </div>
      <PortalPreview draft={form.values} />
    </form>
  );
}

function usePortalForm(portal: Portal, onSaved: () => void) {
  const say = useSay();
  const { may } = useSession();
  const toasts = useToasts();
  return useForm<PortalDraft, Portal>({
    initial: draftOf(portal),
    follows: true,
    check: (draft) => errorsOf(say, draft),
    send: (draft) => savePortal(portal, draft, may("attach_to_portal")),
    done: () => {
      onSaved();
      toasts.say(say("portals-saved"));
    },
  });
}

/** Reads the Portal anew first, so that nothing is lost that somebody else changed meanwhile. */
async function savePortal(read: Portal, draft: PortalDraft, mayAttach: boolean): Promise<Portal> {
  try {
    const fresh = await readPortal(read.id);
    const merged = mergedDraft(draftOf(read), draft, draftOf(fresh));
    // The document describes every field as present; what is left out is what stays.
    const body = updateOf(fresh, merged, mayAttach) as never;
    const call = api.PUT("/v1/portals/{portal_id}", { params: { path: { portal_id: read.id } }, body });
    return await answer<Portal>(call);
  } catch (error) {
    throw error instanceof CallError ? withDraftNames(error) : error;
  }
}

const PLACES: Record<DraftProblem, keyof PortalDraft> = {
  name: "name",
  accessCode: "accessCode",
  downloadPassword: "downloadPassword",
  terms: "terms",
  sizes: "maxPackageSize",
  types: "fileTypes",
  expiry: "expiry",
  private: "hasAccessCode",
};

function errorsOf(say: Say, draft: PortalDraft): FieldErrors<PortalDraft> {
  const errors: FieldErrors<PortalDraft> = {};
  for (const problem of draftProblems(draft)) errors[PLACES[problem]] = say(`portals-problem-${worded(problem)}`);
  const problem = subdomainProblem(draft.subdomain);
  if (problem) errors.subdomain = say(`portals-address-${problem}`);
  if (draft.primaryColor !== "" && !isColour(draft.primaryColor)) errors.primaryColor = say("portals-problem-colour");
  return errors;
}

function worded(problem: DraftProblem): string {
  return problem.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

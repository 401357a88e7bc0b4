import { answer, api } from "../../api/client";
import { CopyButton, Facts, LinkButton, LoadedPage, Menu, Page, Section } from "../../kit";
import { formatMoment } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useParam } from "../address";
import { useSession } from "../session/useSession";
import { useSaves } from "../shared/data";
import { useRemoval } from "../useAct";
import { usePlaces, usePortal } from "./data";
import type { Portal } from "./draft";
import { PortalEditor } from "./PortalEditor";
import { PortalState } from "./PortalsPage";
import "./portals.css";

/** One Portal: its link, its form, what came through it, and its settings. */
export function PortalPage() {
  const say = useSay();
  const portal = usePortal(useParam("id"));
  return (
    <LoadedPage query={portal} list={{ label: say("portals-title"), href: "/portals" }}>
      {(found) => <Shown portal={found} />}
    </LoadedPage>
  );
}

function Shown({ portal }: { portal: Portal }) {
  const say = useSay();
  const { saves, saved } = useSaves("portals");
  const { may } = useSession();
  const { link } = usePlaces()(portal.subdomain);
  // Whoever is on the list of a private Portal may change it whatever the role, and nobody else sees it.
  const mayEdit = may("manage_portals") || portal.access_level === "private";
  return (
    <Page
      title={portal.name}
      lead={
        <span className="row">
          <PortalState portal={portal} />
          <code>{link}</code>
        </span>
      }
      crumbs={[{ label: say("portals-title"), href: "/portals" }]}
      actions={<Actions portal={portal} link={link} mayDelete={may("manage_portals")} />}
    >
      <FormCard portal={portal} mayEdit={may("manage_forms")} />
      {mayEdit ? (
        <PortalEditor key={`${portal.id} ${saves}`} portal={portal} onSaved={saved} />
      ) : (
        <ReadOnly portal={portal} />
      )}
    </Page>
  );
}

function Actions({ portal, link, mayDelete }: { portal: Portal; link: string; mayDelete: boolean }) {
  const say = useSay();
  const { id, name } = portal;
  const remove = useRemoval({
    title: say("portals-delete-title", { name }),
    body: say("portals-delete-body"),
    action: say("portals-delete"),
    typed: name,
    remove: () => answer(api.DELETE("/v1/portals/{portal_id}", { params: { path: { portal_id: id } } })),
    said: say("portals-deleted", { name }),
    changes: ["portals"],
    to: "/portals",
  });
  const received = `/received?portal=${encodeURIComponent(id)}`;
  return (
    <>
      <CopyButton text={link} label={say("portals-copy-link")} kind="primary" />
      <a className="button" href={link} target="_blank" rel="noopener noreferrer">
        {say("portals-open-page")}
      </a>
      <LinkButton icon="inbox" href={received}>
        {say("portals-received")}
      </LinkButton>
      {mayDelete && (
        <Menu
          label={say("portals-more")}
          entries={[{ id: "delete", label: say("portals-delete"), icon: "trash", isDanger: true, act: remove }]}
        />
      )}
    </>
  );
}

function FormCard({ portal, mayEdit }: { portal: Portal; mayEdit: boolean }) {
  const say = useSay();
  const count = portal.custom_metadata?.length ?? 0;
  return (
    <Section
      title={say("portals-form")}
      help={count > 0 ? say("portals-form-fields", { count }) : say("portals-form-none")}
      actions={
        mayEdit && (
          <LinkButton icon="form" href={`/portals/${portal.id}/form`}>
            {say(count > 0 ? "portals-form-edit" : "portals-form-make")}
          </LinkButton>
        )
      }
    >
      {null}
    </Section>
  );
}

function ReadOnly({ portal }: { portal: Portal }) {
  const { language, say } = useTexts();
  return (
    <Section title={say("portals-facts")}>
      <Facts
        facts={[
          { label: say("portals-message"), value: portal.message },
          { label: say("portals-tag"), value: portal.tag?.name },
          { label: say("portals-teamspace"), value: portal.teamspace.name },
          { label: say("portals-recipients"), value: portal.recipients?.join(", ") },
          { label: say("portals-created"), value: formatMoment(language, portal.created_at) },
          { label: say("portals-updated"), value: formatMoment(language, portal.updated_at) },
        ]}
      />
    </Section>
  );
}

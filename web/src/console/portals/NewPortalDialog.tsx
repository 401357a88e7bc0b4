import { useState } from "react";
import { answer, api, CallError } from "../../api/client";
import { ACCOUNT, SUBDOMAIN } from "../../facts/limits";
import { Buttons, CopyButton, copyText, Dialog, Form, LinkButton, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { useRefresh, useTeamId } from "../shared/data";
import { proposedSubdomain, subdomainProblem } from "./address";
import { usePlaces } from "./data";
import type { Portal } from "./draft";

const TRIES = 6;

/** One click: a name, and there is a page with its link in the clipboard. */
export function NewPortalDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const [made, setMade] = useState<{ portal: Portal; isCopied: boolean }>();
  return (
    <Dialog title={say(made ? "portals-made" : "portals-create")} isOpen onClose={onClose}>
      {made ? <Made {...made} onClose={onClose} /> : <NameForm onMade={setMade} onCancel={onClose} />}
    </Dialog>
  );
}

interface NameFormProps {
  onMade: (made: { portal: Portal; isCopied: boolean }) => void;
  onCancel: () => void;
}

function NameForm({ onMade, onCancel }: NameFormProps) {
  const say = useSay();
  const team = useTeamId();
  const places = usePlaces();
  const refresh = useRefresh();
  const form = useForm({
    // An address that nobody typed follows the name.
    initial: { name: "", subdomain: "" },
    check: ({ name, subdomain }) => {
      const problem = subdomain === "" ? undefined : subdomainProblem(subdomain);
      return {
        ...(name.trim() === "" ? { name: say("portals-name-missing") } : {}),
        ...(problem ? { subdomain: say(`portals-address-${problem}`) } : {}),
      };
    },
    send: ({ name, subdomain }) => createPortal(team, name.trim(), subdomain),
    done: (portal) => {
      refresh("portals");
      void copyText(places(portal.subdomain).link).then((isCopied) => onMade({ portal, isCopied }));
    },
  });
  const { name, subdomain } = form.values;
  const shown = subdomain || proposedSubdomain(name);
  return (
    <Form form={form} action={say("portals-create-now")} onCancel={onCancel}>
      <p>{say("portals-create-lead")}</p>
      <TextField
        label={say("portals-name")}
        isRequired
        autoFocus
        maxLength={ACCOUNT.NAME_LONGEST}
        {...form.field("name")}
      />
      <TextField
        label={say("portals-subdomain")}
        help={name.trim() === "" && subdomain === "" ? say("portals-subdomain-help") : places(shown).link}
        isCode
        spellCheck={false}
        maxLength={SUBDOMAIN.LONGEST}
        placeholder={name.trim() === "" ? "" : proposedSubdomain(name)}
        {...form.field("subdomain")}
      />
    </Form>
  );
}

/** A proposed address that somebody has already is no reason to ask: the next one is as good. */
async function createPortal(team: string, name: string, typed: string): Promise<Portal> {
  const wanted =
    typed === "" ? Array.from({ length: TRIES }, (_, attempt) => proposedSubdomain(name, attempt)) : [typed];
  for (const [index, subdomain] of wanted.entries()) {
    try {
      const body = { name, subdomain, active: true } as never;
      const call = api.POST("/v1/teams/{team_id}/portals", { params: { path: { team_id: team } }, body });
      return await answer<Portal>(call);
    } catch (error) {
      const isTaken = error instanceof CallError && error.status === 409;
      if (!isTaken || index === wanted.length - 1) throw error;
    }
  }
  throw new Error("no address was tried");
}

function Made({ portal, isCopied, onClose }: { portal: Portal; isCopied: boolean; onClose: () => void }) {
  const say = useSay();
  const { link, path } = usePlaces()(portal.subdomain);
  return (
    <div className="stack">
      <p role="status">{say(isCopied ? "portals-made-copied" : "portals-made-lead", { name: portal.name })}</p>
      <p className="portal-address">
        <code>{link}</code>
      </p>
      {path !== link && <p className="soft small">{say("portals-path-too", { path })}</p>}
      <Buttons>
        <CopyButton text={link} label={say("portals-copy-link")} />
        <a className="button" href={link} target="_blank" rel="noopener noreferrer">
          {say("portals-open-page")}
        </a>
        <LinkButton kind="primary" href={`/portals/${portal.id}`} onClick={onClose}>
          {say("portals-set-up")}
        </LinkButton>
      </Buttons>
    </div>
  );
}

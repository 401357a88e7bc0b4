import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../../api/client";
import { Badge, Button, Loaded, Section, type Tone, useToasts } from "../../kit";
import { formatMoment, isNever } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { LinkDialog, ShowLinkDialog } from "./LinkDialog";
import { isOpenLink, type LinkState, stateOfLink } from "./link";
import { type Package, type PackageLink, tokenOf, useLinksShownOnce } from "./queries";

/** Who can download: each link with its limits, made and switched off here. */
export function LinksSection({ one }: { one: Package }) {
  const { say } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { pending } = useToasts();
  const { may } = useSession();
  const isAlive = one.state === "new" || one.state === "finalized";
  const query = useQuery({
    queryKey: ["package-links", one.id],
    queryFn: () =>
      answer(
        api.GET("/v1/packages/{package_id}/links", { params: { path: { package_id: one.id } }, headers: tokenOf(one) }),
      ),
  });
  const create = isAlive && may("send_packages") && (
    <Button icon="link" onPress={() => setOpen(true)}>
      {say("packages-link-create")}
    </Button>
  );
  return (
    <Section title={say("packages-links")} actions={create}>
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <p className="soft">{say("packages-no-links")}</p>
          ) : (
            <ul className="link-list">
              {links.map((link) => (
                <LinkRow key={link.id} one={one} link={pending.has(link.id) ? { ...link, active: false } : link} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isOpen && <LinkDialog one={one} onClose={() => setOpen(false)} />}
    </Section>
  );
}

const TONES: Record<LinkState, Tone> = { active: "good", off: "plain", expired: "warn" };

function LinkRow({ one, link }: { one: Package; link: PackageLink }) {
  const { say } = useTexts();
  const { may } = useSession();
  const switchOff = useSwitchOff(one, link);
  const [isShown, setShown] = useState(false);
  const isShownOnce = useLinksShownOnce();
  // One for a recipient gets its secret with its mail, once the package is finalized.
  const hasSecret = one.state !== "new" || isOpenLink(link, one);
  const state = one.state === "new" && !link.active ? "off" : stateOfLink(link, Date.now());
  return (
    <li>
      <div>
        <p>{isOpenLink(link, one) ? say("packages-link-open") : link.email}</p>
        <p className="soft small">{useLinkFacts(link).join(" · ")}</p>
      </div>
      <span className="row">
        <Badge tone={TONES[state]}>{say(`packages-link-${state}`)}</Badge>
        {state === "active" && may("send_packages") && hasSecret && !isShownOnce && (
          <Button size="small" onPress={() => setShown(true)}>
            {say("packages-link-show")}
          </Button>
        )}
        {state === "active" && may("send_packages") && (
          <Button size="small" onPress={switchOff}>
            {say("packages-link-switch-off")}
          </Button>
        )}
      </span>
      {isShown && <ShowLinkDialog one={one} link={link} onClose={() => setShown(false)} />}
    </li>
  );
}

function useLinkFacts(link: PackageLink): string[] {
  const { say, language } = useTexts();
  const moment = (time: string) => formatMoment(language, time);
  return [
    link.access_limit_enabled ? say("packages-link-limited", { count: link.access_limit }) : undefined,
    link.password === "" ? undefined : say("packages-link-with-password"),
    isNever(link.expiry) ? undefined : say("packages-link-until", { time: moment(link.expiry) }),
    isNever(link.accessed_at)
      ? say("packages-link-unused")
      : say("packages-link-used", { time: moment(link.accessed_at) }),
  ].filter((fact) => fact !== undefined);
}

/** A link that is off stays off, so there are eight seconds to think better of it. */
function useSwitchOff(one: Package, link: PackageLink): () => void {
  const { say } = useTexts();
  const toasts = useToasts();
  const queries = useQueryClient();
  return () =>
    toasts.later(link.id, say("packages-link-switched-off"), async () => {
      const path = { package_id: one.id, link_id: link.id };
      const options = { params: { path }, headers: tokenOf(one), keepalive: true };
      await answer(api.DELETE("/v1/packages/{package_id}/links/{link_id}", options));
      await Promise.all(["package-links", "timeline"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    });
}

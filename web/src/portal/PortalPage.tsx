import { type ReactNode, useCallback, useEffect, useState } from "react";
import { CallError } from "../api/client";
import { LanguageSwitch } from "../texts/page";
import { useTexts } from "../texts/texts";
import { Logo } from "../ui/Logo";
import { CodeStep } from "./CodeStep";
import { Fault } from "./Fault";
import { type FormElement, findPortal, type PublicPortal, webAddress } from "./portal";
import { Unfinished } from "./Unfinished";
import { UploadStep } from "./UploadStep";
import type { Visit } from "./visit";

type Stage =
  | { at: "loading" }
  | { at: "unknown" }
  | { at: "fault"; fault: unknown }
  | { at: "code"; portal: PublicPortal }
  | { at: "open"; portal: PublicPortal; form: FormElement[] | null };

/** The page on which someone sends files to a Portal: code, if there is one, then everything else. */
export function PortalPage({ visit }: { visit: Visit }) {
  const [stage, setStage] = useState<Stage>({ at: "loading" });
  const load = useCallback(() => {
    setStage({ at: "loading" });
    findPortal(visit.subdomain).then(
      (portal) => setStage(firstStage(portal)),
      (fault) =>
        setStage(fault instanceof CallError && fault.status === 404 ? { at: "unknown" } : { at: "fault", fault }),
    );
  }, [visit]);
  useEffect(load, [load]);
  const portal = "portal" in stage ? stage.portal : undefined;
  const askAgain = useCallback(() => {
    if (portal) setStage({ at: "code", portal });
  }, [portal]);

  return (
    <Frame portal={portal}>
      {stage.at === "loading" && <Loading />}
      {stage.at === "unknown" && <Unknown />}
      {stage.at === "fault" && <Fault fault={stage.fault} onRetry={load} />}
      {portal && (
        <Unfinished visit={visit} portal={portal}>
          {stage.at === "code" && (
            <CodeStep visit={visit} portal={portal} onOpen={(form) => setStage({ at: "open", portal, form })} />
          )}
          {stage.at === "open" && (
            <UploadStep visit={visit} portal={portal} form={stage.form} onCodeRefused={askAgain} />
          )}
        </Unfinished>
      )}
    </Frame>
  );
}

function firstStage(portal: PublicPortal): Stage {
  if (portal.has_access_code) return { at: "code", portal };
  return { at: "open", portal, form: portal.custom_metadata ?? null };
}

/** The customer's picture and logo around one card; our own name is small print. */
function Frame({ portal, children }: { portal: PublicPortal | undefined; children: ReactNode }) {
  const { say } = useTexts();
  const logo = portal && webAddress(portal.logo_url);
  const team = portal?.team_name || portal?.name;
  const isPictured = portal !== undefined && webAddress(portal.background_url) !== undefined;
  return (
    <div className={isPictured ? "public pictured" : "public"}>
      <header>
        {logo ? <Logo source={logo} label={say("portal-logo", { name: portal.name })} name={team ?? ""} /> : <span />}
        <LanguageSwitch />
      </header>
      <main>{children}</main>
      <footer>
        <span>{say("made-with")}</span>
        <span>{team ? say("portal-help", { team }) : say("portal-help-plain")}</span>
      </footer>
    </div>
  );
}

function Loading() {
  const { say } = useTexts();
  return (
    <div className="card">
      <p className="soft" role="status">
        {say("loading")}
      </p>
    </div>
  );
}

function Unknown() {
  const { say } = useTexts();
  return (
    <div className="card stack">
      <h1>{say("portal-unknown-title")}</h1>
      <p>{say("portal-unknown")}</p>
      <p className="soft">{say("portal-unknown-next")}</p>
    </div>
  );
}

import { type CSSProperties, type ReactNode, useEffect, useMemo } from "react";
import { LanguageSwitch } from "../texts/page";
import { useSay } from "../texts/texts";
import { brandColours } from "./brand";
import { DeadEnd } from "./DeadEnd";
import { PackageView } from "./PackageView";
import { PasswordStep } from "./PasswordStep";
import type { Stage, Stages } from "./stage";
import { useStages } from "./stage";
import type { ResolvedLink, Visit } from "./visit";

/** The page behind a download link: from the password to the files, or to a dead end that says what to do. */
export function DownloadPage({ visit }: { visit: Visit }) {
  const say = useSay();
  const stages = useStages(visit);
  const { stage } = stages;
  const title = stage.at === "open" ? stage.link.name : undefined;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return (
    <Frame branding={stage.at === "open" ? stage.link.branding : undefined}>
      {stage.at === "opening" ? (
        <div className="card">
          <p role="status">{say("download-opening")}</p>
        </div>
      ) : (
        <Content stage={stage} stages={stages} visit={visit} />
      )}
    </Frame>
  );
}

type Arrived = Exclude<Stage, { at: "opening" }>;

function Content({ stage, stages, visit }: { stage: Arrived; stages: Stages; visit: Visit }) {
  switch (stage.at) {
    case "password":
      return <PasswordStep stage={stage} enter={stages.enterPassword} />;
    case "ended":
      return <DeadEnd end={stage.end} sender={stage.sender} again={stages.again} />;
    case "open":
      return <PackageView link={stage.link} files={stage.files} stages={stages} visit={visit} />;
  }
}

type Branding = ResolvedLink["branding"];

/** The sender's brand around the card. */
function Frame({ branding, children }: { branding: Branding | undefined; children: ReactNode }) {
  const say = useSay();
  const { style, logo, isPictured } = useMemo(() => looks(branding), [branding]);
  return (
    <div className={isPictured ? "public pictured" : "public"} style={style}>
      <header>
        {logo ? <img className="logo" src={logo} alt="" referrerPolicy="no-referrer" /> : <span />}
        <LanguageSwitch />
      </header>
      <main id="content">{children}</main>
      <footer>{say("made-with")}</footer>
    </div>
  );
}

function looks(branding: Branding | undefined) {
  const colours = brandColours(branding?.primary_color ?? "");
  const background = webAddress(branding?.background_url);
  const style: Record<string, string> = {};
  if (colours) {
    style["--brand"] = colours.brand;
    style["--on-brand"] = colours.onBrand;
    style["--brand-hover"] = colours.brandHover;
  }
  if (background) style["--background"] = `url(${JSON.stringify(background)})`;
  return { style: style as CSSProperties, logo: webAddress(branding?.logo_url), isPictured: background !== undefined };
}

/** Addresses that people wrote are followed only where they lead to the web. */
function webAddress(text: string | undefined): string | undefined {
  if (!text || !URL.canParse(text, location.href)) return undefined;
  const address = new URL(text, location.href);
  return address.protocol === "https:" || address.protocol === "http:" ? address.href : undefined;
}

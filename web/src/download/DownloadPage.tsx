import { type CSSProperties, type ReactNode, useEffect, useMemo } from "react";
import { LanguageSwitch } from "../texts/page";
import { useSay } from "../texts/texts";
import { Logo } from "../ui/Logo";
import { DeadEnd } from "./DeadEnd";
import type { ResolvedLink } from "./link";
import { type FirstLook, lateColours, logoOf } from "./look";
import { PackageView } from "./PackageView";
import { PasswordStep } from "./PasswordStep";
import type { Stage, Stages } from "./stage";
import { useStages } from "./stage";
import type { Visit } from "./visit";

/** The page behind a download link: from the password to the files, or to a dead end that says what to do. */
export function DownloadPage({ visit, look }: { visit: Visit; look: FirstLook }) {
  const say = useSay();
  const stages = useStages(visit);
  const { stage } = stages;
  const title = stage.at === "open" ? stage.link.name : undefined;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  return (
    <Frame look={look} link={stage.at === "open" ? stage.link : undefined}>
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

interface FrameProps {
  look: FirstLook;
  link: ResolvedLink | undefined;
  children: ReactNode;
}

/** The sender's brand around the card. */
function Frame({ look, link, children }: FrameProps) {
  const say = useSay();
  const style = useMemo(() => lateColours(look, link?.branding) as CSSProperties, [look, link]);
  const logo = logoOf(look, link?.branding, window.location.origin);
  const team = link?.team_name ?? "";
  return (
    <div className={look.isPictured ? "public pictured" : "public"} style={style}>
      <header>
        {logo ? <Logo source={logo.source} label={team} name={team} /> : <span />}
        <LanguageSwitch />
      </header>
      <main id="content">{children}</main>
      <footer>{say("made-with")}</footer>
    </div>
  );
}

import { type CSSProperties, useState } from "react";
import { RadioGroup } from "../../kit";
import { webAddress } from "../../portal/portal";
import { limitWords } from "../../portal/words";
import { languageOfTag } from "../../texts/languages";
import { useTexts } from "../../texts/texts";
import { brandOf } from "../../ui/colours";
import { Logo } from "../../ui/Logo";
import { isOf } from "../../ui/origin";
import { useSession } from "../session/useSession";
import { PortalTexts } from "../shared/PortalTexts";
import type { PortalDraft } from "./draft";
import "./preview.css";

type Scheme = "light" | "dark";

/** The Portal's page as its visitors will see it, while its settings are still being typed. */
export function PortalPreview({ draft }: { draft: PortalDraft }) {
  const { say } = useTexts();
  const [scheme, setScheme] = useState<Scheme>("light");
  return (
    <aside className="preview-side" aria-labelledby="portal-preview-title">
      <div className="row spread">
        <h2 id="portal-preview-title">{say("portals-preview")}</h2>
        <RadioGroup
          label={say("portals-preview-scheme")}
          hideLabel
          isInline
          value={scheme}
          onChange={setScheme}
          options={[
            { value: "light", label: say("portals-preview-light") },
            { value: "dark", label: say("portals-preview-dark") },
          ]}
        />
      </div>
      <PortalTexts language={languageOfTag(draft.language)}>
        <PreviewPage draft={draft} scheme={scheme} />
      </PortalTexts>
      {hasForeignPicture(draft) && <p className="soft small">{say("portals-preview-pictures")}</p>}
    </aside>
  );
}

function PreviewPage({ draft, scheme }: { draft: PortalDraft; scheme: Scheme }) {
  const { say, language } = useTexts();
  const { team } = useSession();
  const brand = brandOf(draft.primaryColor);
  const style = (
    brand ? { "--brand": brand.brand, "--on-brand": brand.onBrand, "--brand-hover": brand.hover } : {}
  ) as CSSProperties;
  return (
    <div className={`portal-preview own-scheme ${scheme}`} style={style} lang={language}>
      <Picture className="preview-background" address={draft.backgroundUrl} />
      <div className="preview-head">
        {draft.logoUrl.trim() !== "" && (
          <Logo className="preview-logo" source={shownPicture(draft.logoUrl)} label="" name={team.name} />
        )}
      </div>
      <div className="preview-card">
        <p className="preview-title">{say("portal-title", { name: draft.name })}</p>
        {draft.message.trim() !== "" && <p className="preview-message">{draft.message}</p>}
        {draft.hasAccessCode && (
          <p className="preview-code">
            <span>{say("portal-code")}</span>
            <span className="input" />
          </p>
        )}
        <div className="preview-drop">
          <strong>{say("portal-drop-here")}</strong>
          <span className="row preview-buttons">
            <span className="button primary">{say("portal-choose-files")}</span>
            <span className="button">{say("portal-choose-folder")}</span>
          </span>
          <Limits draft={draft} />
        </div>
        {draft.hasTerms && (
          <p className="preview-terms">
            <span className="preview-box" /> {draft.terms.checkbox_label || draft.terms.title}
          </p>
        )}
        <span className="button primary large">{say("portal-send")}</span>
      </div>
      <p className="preview-foot">{say("made-with")}</p>
    </div>
  );
}

/** The rules in one line, in the page's own words. */
function Limits({ draft }: { draft: PortalDraft }) {
  const texts = useTexts();
  const { maxFileSize, maxFileCount, maxPackageSize, fileTypes, excludesTypes } = draft;
  const lines = limitWords(texts, {
    ...(draft.limitsSizes ? { maxFileSize, maxFileCount, maxPackageSize } : {}),
    ...(draft.limitsTypes ? { fileTypes, refusesFileTypes: excludesTypes } : {}),
  });
  return lines.length === 0 ? null : <span className="preview-limits">{lines.join(" · ")}</span>;
}

/** The console's own policy lets in no picture of another host; trying would only be refused. */
function shownPicture(address: string): string | undefined {
  const source = webAddress(address);
  return source && isOf(window.location.origin, source) ? source : undefined;
}

function hasForeignPicture({ logoUrl, backgroundUrl }: PortalDraft): boolean {
  return [logoUrl, backgroundUrl].some((address) => webAddress(address) && !shownPicture(address));
}

/** A picture from an address that somebody is still typing; one that cannot be shown is left out. */
function Picture({ address, className }: { address: string; className: string }) {
  const [failed, setFailed] = useState("");
  const source = shownPicture(address);
  if (!source || failed === source) return null;
  return (
    <img className={className} src={source} alt="" referrerPolicy="no-referrer" onError={() => setFailed(source)} />
  );
}

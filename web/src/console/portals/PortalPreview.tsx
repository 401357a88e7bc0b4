import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { RadioGroup } from "../../kit";
import { formatNumber, formatSize } from "../../texts/format";
import { type Language, languageOfTag } from "../../texts/languages";
import { type Texts, textsOf, useTexts } from "../../texts/texts";
import { loadTexts } from "../texts";
import { brandOf } from "./colours";
import type { PortalDraft } from "./draft";
import "./preview.css";

type Scheme = "light" | "dark";

/** The Portal's page as its visitors will see it, while its settings are still being typed. */
export function PortalPreview({ draft }: { draft: PortalDraft }) {
  const { say } = useTexts();
  const [scheme, setScheme] = useState<Scheme>("light");
  const texts = usePreviewTexts(languageOfTag(draft.language));
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
      <PreviewPage draft={draft} texts={texts} scheme={scheme} />
    </aside>
  );
}

/** The texts of the Portal's own language; the reader's until they are there, and when visitors bring their own. */
function usePreviewTexts(language: Language | undefined): Texts {
  const own = useTexts();
  const wanted = language ?? own.language;
  const other = useQuery({
    queryKey: ["texts", wanted],
    queryFn: async () => textsOf(wanted, await loadTexts(wanted)),
    enabled: wanted !== own.language,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return wanted === own.language ? own : (other.data ?? own);
}

interface PreviewPageProps {
  draft: PortalDraft;
  texts: Texts;
  scheme: Scheme;
}

function PreviewPage({ draft, texts, scheme }: PreviewPageProps) {
  const { say, language } = texts;
  const brand = brandOf(draft.primaryColor);
  const style = {
    colorScheme: scheme,
    ...(brand ? { "--brand": brand.brand, "--on-brand": brand.onBrand, "--brand-hover": brand.hover } : {}),
  } as CSSProperties;
  return (
    <div className="portal-preview" style={style} lang={language}>
      <Picture className="preview-background" address={draft.backgroundUrl} />
      <div className="preview-head">
        <Picture className="preview-logo" address={draft.logoUrl} />
      </div>
      <div className="preview-card">
        <p className="preview-title">{draft.name || say("portals-name")}</p>
        {draft.message.trim() !== "" && <p className="preview-message">{draft.message}</p>}
        {draft.hasAccessCode && <p className="preview-line">{say("portals-preview-code")}</p>}
        <div className="preview-drop">
          <span>{say("portals-preview-drop")}</span>
          <span className="button primary">{say("portals-preview-choose")}</span>
          <Limits draft={draft} texts={texts} />
        </div>
        {draft.hasTerms && (
          <p className="preview-line preview-terms">
            <span className="preview-box" /> {draft.terms.checkbox_label || draft.terms.title || say("portals-terms")}
          </p>
        )}
        <span className="button primary large">{say("portals-preview-send")}</span>
      </div>
      <p className="preview-foot">{say("made-with")}</p>
    </div>
  );
}

/** The rules in one line, as the page tells them before anything is chosen. */
function Limits({ draft, texts }: { draft: PortalDraft; texts: Texts }) {
  const { say, language } = texts;
  const { maxFileCount, maxFileSize, maxPackageSize, fileTypes } = draft;
  const sizes = draft.limitsSizes
    ? [
        maxFileCount > 0 &&
          say("portals-preview-count", { count: maxFileCount, shown: formatNumber(language, maxFileCount) }),
        maxFileSize > 0 && say("portals-preview-file", { size: formatSize(language, maxFileSize) }),
        maxPackageSize > 0 && say("portals-preview-package", { size: formatSize(language, maxPackageSize) }),
      ]
    : [];
  const types =
    draft.limitsTypes && fileTypes.length > 0
      ? say(draft.excludesTypes ? "portals-preview-not-types" : "portals-preview-types", { types: fileTypes.join(" ") })
      : false;
  const lines = [...sizes, types].filter((line) => line !== false);
  return lines.length === 0 ? null : <span className="preview-limits">{lines.join(" · ")}</span>;
}

/** A picture from an address that somebody is still typing; one that cannot be shown is left out. */
function Picture({ address, className }: { address: string; className: string }) {
  const [failed, setFailed] = useState("");
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isWeb || failed === address) return null;
  return (
    <img className={className} src={address} alt="" referrerPolicy="no-referrer" onError={() => setFailed(address)} />
  );
}

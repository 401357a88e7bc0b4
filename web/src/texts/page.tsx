import { type ReactNode, StrictMode, useCallback, useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Boot, readBoot } from "../ui/boot";
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  languageOfTag,
  rememberedLanguage,
  rememberLanguage,
} from "./languages";
import { type Texts, TextsContext, textsOf, useTexts } from "./texts";

/** Fetches the files of one language: a chunk of its own, so that nobody loads languages that they do not read. */
export type LoadTexts = (language: Language) => Promise<string[]>;

/** Puts a page into the place that the server left for it, in the visitor's language. */
export async function startPage(load: LoadTexts, render: (boot: Boot) => ReactNode): Promise<void> {
  const boot = readBoot();
  const place = document.getElementById("page");
  if (!place) throw new Error("the page has no place for its script");
  const language = rememberedLanguage() ?? languageOfTag(boot.language) ?? "en";
  const first = textsOf(language, await load(language));
  createRoot(place).render(
    <StrictMode>
      <Page load={load} first={first}>
        {render(boot)}
      </Page>
    </StrictMode>,
  );
}

function Page({ load, first, children }: { load: LoadTexts; first: Texts; children: ReactNode }) {
  const [texts, setTexts] = useState(first);
  const change = useCallback(
    (language: Language) => {
      rememberLanguage(language);
      load(language).then((files) => setTexts(textsOf(language, files)));
    },
    [load],
  );
  useEffect(() => {
    document.documentElement.lang = texts.language;
  }, [texts]);
  const value = useMemo(() => ({ ...texts, change }), [texts, change]);
  return <TextsContext.Provider value={value}>{children}</TextsContext.Provider>;
}

/** Always visible, each language by its own name. */
export function LanguageSwitch() {
  const { language, say, change } = useTexts();
  return (
    <label className="row small">
      <span className="hidden-text">{say("choose-language")}</span>
      <select className="input" value={language} onChange={(event) => change(event.target.value as Language)}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

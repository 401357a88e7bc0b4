export const LANGUAGES = ["en", "fr", "de", "es", "pt-BR", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each by its own name, which is what its readers look for. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
};

const REMEMBERED = "tonnage.language";

/** The language whose first part is the tag's: `de-AT` is read by whoever reads `de`. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().split(/[-_]/)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language.split("-")[0] === primary);
}

/** What a visitor chose on this device, if anything; private windows may refuse to remember. */
export function rememberedLanguage(): Language | undefined {
  try {
    return languageOfTag(localStorage.getItem(REMEMBERED) ?? "");
  } catch {
    return undefined;
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // The choice holds for this page then, which is all that a private window allows.
  }
}

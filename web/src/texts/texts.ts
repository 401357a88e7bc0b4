import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { createContext, useContext } from "react";
import type { Language } from "./languages";

export type Variables = Record<string, FluentVariable>;
/** Says the text of this name. A text that nobody has is its own name, so that nothing shown is ever empty. */
export type Say = (name: string, variables?: Variables) => string;

export interface Texts {
  language: Language;
  say: Say;
}

/** Makes the texts of one language from the contents of its files. */
export function textsOf(language: Language, files: string[]): Texts {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const file of files) bundle.addResource(new FluentResource(file));
  const say: Say = (name, variables) => {
    const pattern = bundle.getMessage(name)?.value;
    return pattern ? bundle.formatPattern(pattern, variables) : name;
  };
  return { language, say };
}

/** The texts of a page, and how its visitor changes their language. */
export interface PageTexts extends Texts {
  change: (language: Language) => void;
}

export const TextsContext = createContext<PageTexts | undefined>(undefined);

export function useTexts(): PageTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error("texts are used outside of their page");
  return texts;
}

export function useSay(): Say {
  return useTexts().say;
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { loadTexts } from "../../portal/texts";
import type { Language } from "../../texts/languages";
import { TextsContext, textsOf, useTexts } from "../../texts/texts";

interface PortalTextsProps {
  /** The Portal's own language; the reader's when visitors bring theirs. */
  language: Language | undefined;
  children: ReactNode;
}

/** Lets what is inside speak as the page of a Portal does; shows nothing until its texts are there. */
export function PortalTexts({ language, children }: PortalTextsProps) {
  const own = useTexts();
  const wanted = language ?? own.language;
  const texts = useQuery({
    queryKey: ["portal-texts", wanted],
    queryFn: async () => textsOf(wanted, await loadTexts(wanted)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { change } = own;
  const value = useMemo(() => (texts.data ? { ...texts.data, change } : undefined), [texts.data, change]);
  return value ? <TextsContext.Provider value={value}>{children}</TextsContext.Provider> : null;
}

import { brandOf } from "../ui/colours";
import { isOf } from "../ui/origin";
import type { ResolvedLink } from "./link";

/** How the server's first HTML looked. It alone decides which pictures the page may load. */
export interface FirstLook {
  logo: string | undefined;
  isPictured: boolean;
  hasColours: boolean;
}

/** Read before the script puts its own page in the place of the server's. */
export function readFirstLook(): FirstLook {
  const page = document.getElementById("page");
  const styles = [...document.head.querySelectorAll("style")];
  return {
    logo: page?.querySelector<HTMLImageElement>("img.logo")?.src,
    isPictured: page?.querySelector(".pictured") !== null,
    hasColours: styles.some((style) => style.textContent?.includes("--brand:")),
  };
}

/**
 * The logo that the sender has, and where the page may load it from, if at all: the policy of a page names the hosts of
 * pictures when it is sent, and before the password they are not known.
 */
export function logoOf(
  look: FirstLook,
  branding: ResolvedLink["branding"] | undefined,
  here: string,
): { source: string | undefined } | undefined {
  if (look.logo) return { source: look.logo };
  if (!branding?.logo_url) return undefined;
  return { source: isOf(here, branding.logo_url) ? branding.logo_url : undefined };
}

/** The brand's colours where the server could not set them yet, such as before a password was entered. */
export function lateColours(look: FirstLook, branding: ResolvedLink["branding"] | undefined): Record<string, string> {
  const colours = look.hasColours ? undefined : brandOf(branding?.primary_color ?? "");
  if (!colours) return {};
  return { "--brand": colours.brand, "--on-brand": colours.onBrand, "--brand-hover": colours.hover };
}

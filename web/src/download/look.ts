import { type BrandColours, brandColours } from "./brand";
import type { ResolvedLink } from "./visit";

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

/** The brand's colours where the server could not set them yet, such as before a password was entered. */
export function lateColours(look: FirstLook, branding: ResolvedLink["branding"] | undefined): Record<string, string> {
  const colours: BrandColours | undefined = look.hasColours ? undefined : brandColours(branding?.primary_color ?? "");
  if (!colours) return {};
  return { "--brand": colours.brand, "--on-brand": colours.onBrand, "--brand-hover": colours.brandHover };
}

import { SUBDOMAIN } from "../../facts/limits";

const { SHORTEST, LONGEST } = SUBDOMAIN;
const RESERVED: ReadonlySet<string> = new Set(SUBDOMAIN.RESERVED);

/**
 * The address that a Portal of this name could have. `attempt` counts from 0: each further one proposes another, for
 * when somebody has the first. A name without any letter that an address may have gets a plain one.
 */
export function proposedSubdomain(name: string, attempt = 0): string {
  const suffix = attempt === 0 ? "" : `-${attempt + 1}`;
  const letters = name
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^(xn-+|-+)+/, "");
  const cut = letters.slice(0, LONGEST - suffix.length).replace(/-+$/, "");
  const base = cut.length >= SHORTEST && !RESERVED.has(cut) ? cut : [cut, "portal"].filter(Boolean).join("-");
  return `${base}${suffix}`;
}

export type SubdomainProblem = "length" | "letters" | "edges" | "reserved";

/** What is wrong with an address that somebody typed, as the server would say it, before it is asked. */
export function subdomainProblem(text: string): SubdomainProblem | undefined {
  if (text.length < SHORTEST || text.length > LONGEST) return "length";
  if (!/^[a-z0-9-]+$/.test(text)) return "letters";
  if (text.startsWith("-") || text.endsWith("-") || text.startsWith("xn--")) return "edges";
  return RESERVED.has(text) ? "reserved" : undefined;
}

export interface PortalPlaces {
  /** The address that people are given. */
  link: string;
  /** The same page below the server's own address, which works without a wildcard in the name service. */
  path: string;
}

/**
 * Where the page of a Portal is. `portalDomain` carries its own port if it needs one. A server that was not told a
 * domain says `localhost`, which leads nowhere from any other machine: there the path is what people are given.
 */
export function portalPlaces(server: string, portalDomain: string, subdomain: string): PortalPlaces {
  const base = new URL(server);
  const path = new URL(`/p/${encodeURIComponent(subdomain)}`, base).href;
  const isHere = isLoopback(base.hostname);
  const leadsHere = isLoopback(portalDomain.replace(/:\d+$/, ""));
  if (portalDomain === "" || (leadsHere && !isHere)) return { link: path, path };
  return { link: `${base.protocol}//${subdomain}.${portalDomain}/`, path };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

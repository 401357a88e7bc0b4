import { isNever } from "../../texts/format";
import type { Package, PackageLink } from "./queries";

export type LinkState = "active" | "off" | "expired";

/** What the holder of a link would find. */
export function stateOfLink(link: Pick<PackageLink, "active" | "expiry">, now: number): LinkState {
  if (!isNever(link.expiry) && Date.parse(link.expiry) <= now) return "expired";
  return link.active ? "active" : "off";
}

/** Whether a link was made to be handed on: it then carries the sender's address and was never mailed. */
export function isOpenLink(
  link: Pick<PackageLink, "email" | "recipient_notified">,
  one: Pick<Package, "sender" | "recipients">,
): boolean {
  if (link.email === "") return true;
  return link.email === one.sender && link.recipient_notified === "" && !one.recipients.includes(link.email);
}

/** The whole address of a link. */
export function linkAddress(server: string, id: string, secret: string): string {
  const address = new URL(`d/${encodeURIComponent(id)}`, server.endsWith("/") ? server : `${server}/`);
  address.searchParams.set("secret", secret);
  return address.href;
}

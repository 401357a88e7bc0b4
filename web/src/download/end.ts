import { CallError } from "../api/errors";
import { Infected, LinkInactive, LinkLocked, LinkPassword } from "../facts/errorCodes";

/** Why there is nothing to download here, or not now. Each has words and a next step of its own. */
export type EndKind =
  | "incomplete"
  | "unknown"
  | "expired"
  | "inactive"
  | "withdrawn"
  | "locked"
  | "pace"
  | "network"
  | "fault";

export interface End {
  kind: EndKind;
  requestId: string;
  /** Seconds to wait, where the server says so. */
  wait?: number | undefined;
}

export const wantsPassword = (error: unknown): boolean => error instanceof CallError && error.code === LinkPassword;

export const isInfected = (error: unknown): boolean => error instanceof CallError && error.code === Infected;

/** Whether the credential is at its end while the link may still be good: opening it anew tells. */
export const isSpent = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && error.code !== LinkPassword;

/** Whether asking again can help without anyone doing anything else. */
export const mayPass = (kind: EndKind): boolean =>
  kind === "pace" || kind === "network" || kind === "fault" || kind === "inactive";

/** `wasOpen` tells a link that was switched off from one whose package is still being sent. */
export function endOf(error: unknown, wasOpen: boolean): End {
  if (!(error instanceof CallError)) return { kind: "fault", requestId: "" };
  return { kind: kindOf(error, wasOpen), requestId: error.requestId, wait: error.retryAfter };
}

function kindOf(error: CallError, wasOpen: boolean): EndKind {
  if (error.code === LinkLocked) return "locked";
  if (error.code === LinkInactive) return wasOpen ? "withdrawn" : "inactive";
  switch (error.status) {
    case 0:
      return "network";
    case 400:
    case 404:
      return "unknown";
    case 401:
    case 403:
      return "withdrawn";
    case 410:
      return "expired";
    case 429:
      return "pace";
    default:
      return "fault";
  }
}

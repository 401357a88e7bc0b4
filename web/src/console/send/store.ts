import { useSyncExternalStore } from "react";
import { readLocal, writeLocal } from "../../kit/remember";
import type { Snapshot, Uploader } from "../../uploader";
import { session } from "../session/store";

/** The upload of this page. It lives outside of the components, so that it goes on while other pages are open. */
interface Sending {
  uploader: Uploader;
  teamId: string;
}

let current: Sending | undefined;
const watchers = new Set<() => void>();

function tell(): void {
  for (const watcher of watchers) watcher();
}

let stopFollowing: (() => void) | undefined;

export function setSending(next: Sending | undefined): void {
  stopFollowing?.();
  current?.uploader.dispose();
  current = next;
  stopFollowing = next?.uploader.subscribe(tell);
  tell();
}

export function currentSending(): Sending | undefined {
  return current;
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What the upload is now; undefined when there is none. */
export function useSending(): Snapshot | undefined {
  return useSyncExternalStore(subscribe, () => current?.uploader.snapshot());
}

// Whoever signs out hands the device on. What is unfinished stays on record for the next sign-in.
session.subscribe(() => {
  if (session.snapshot().status !== "out") return;
  draft = undefined;
  if (current) setSending(undefined);
});

const UNDER_WAY = ["starting", "sending", "pausing", "finishing"];

/** Whether leaving the page would stop something. */
export function isUnderWay(snapshot: Snapshot | undefined): boolean {
  return snapshot !== undefined && UNDER_WAY.includes(snapshot.phase);
}

window.addEventListener("beforeunload", (event) => {
  const snapshot = current?.uploader.snapshot();
  const hasBegun = snapshot?.phase === "choosing" && (snapshot.items.length > 0 || draft !== undefined);
  if (hasBegun || isUnderWay(snapshot)) event.preventDefault();
});

/** What was typed about the next package, by Team: it survives a look at other pages. Never written down, as it may hold a password. */
let draft: { teamId: string; values: unknown } | undefined;

export function keepDraft(teamId: string, values: unknown): void {
  draft = values === undefined ? undefined : { teamId, values };
}

export function keptDraft<V>(teamId: string): V | undefined {
  return draft?.teamId === teamId ? (draft.values as V) : undefined;
}

/** An expiry can only be set once a package is finalized: kept on the device until then, also through a reload. */
export function planExpiry(packageId: string, expiry: string): void {
  writeLocal(`expiry.${packageId}`, expiry);
}

export function plannedExpiry(packageId: string): string | undefined {
  return readLocal<string>(`expiry.${packageId}`) ?? undefined;
}

export function forgetPlannedExpiry(packageId: string): void {
  writeLocal(`expiry.${packageId}`, undefined);
}

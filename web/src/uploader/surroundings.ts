import { type Checksums, workerChecksums } from "./checksums";
import { browserJournal, type Journal } from "./journal";
import { browserTransport, type Transport } from "./transport";

/** What other tabs are told of an upload. */
export interface Heard {
  packageId: string;
  sentBytes: number;
  totalBytes: number;
  phase: string;
}

/** Everything that the uploader needs of a browser. Tests bring their own. */
export interface Surroundings {
  transport: Transport;
  checksums: Checksums;
  journal: Journal;
  /** Takes the package for this tab: how to let go of it, or undefined when another tab has it. */
  lock(packageId: string): Promise<(() => void) | undefined>;
  isLocked(packageId: string): Promise<boolean>;
  tell(heard: Heard): void;
  listen(heard: (message: Heard) => void): () => void;
  /** Keeps the screen on until the returned function is called. */
  stayAwake(): () => void;
  onNetwork(change: (isOnline: boolean) => void): () => void;
}

const lockName = (packageId: string) => `tonnage-upload:${packageId}`;
const CHANNEL = "tonnage-uploads";

async function lock(packageId: string): Promise<(() => void) | undefined> {
  const { locks } = navigator;
  // Without locks, as on plain http, two tabs would send parts twice; they would not spoil anything.
  if (!locks) return () => undefined;
  return new Promise((resolve) => {
    void locks.request(lockName(packageId), { ifAvailable: true }, (held) => {
      if (!held) {
        resolve(undefined);
        return undefined;
      }
      return new Promise<void>((release) => resolve(release));
    });
  });
}

async function isLocked(packageId: string): Promise<boolean> {
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === lockName(packageId)) ?? false;
}

/** Browsers end a wake lock when the page is hidden, so it is asked for again when it is seen. */
function stayAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (isOver || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      held = await navigator.wakeLock.request("screen");
      if (isOver) await held.release();
    } catch {
      // Low battery, or not allowed: the upload goes on all the same.
    }
  };
  document.addEventListener("visibilitychange", take);
  void take();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    void held?.release().catch(() => undefined);
  };
}

function onNetwork(change: (isOnline: boolean) => void): () => void {
  const control = new AbortController();
  const { signal } = control;
  addEventListener("online", () => change(true), { signal });
  addEventListener("offline", () => change(false), { signal });
  // A phone that sleeps stops everything without a word; on return, nobody should wait for a countdown.
  const seen = () => {
    if (document.visibilityState === "visible" && navigator.onLine) change(true);
  };
  document.addEventListener("visibilitychange", seen, { signal });
  return () => control.abort();
}

function channel(): Pick<Surroundings, "tell" | "listen"> {
  if (typeof BroadcastChannel === "undefined") return { tell: () => undefined, listen: () => () => undefined };
  let speaking: BroadcastChannel | undefined;
  return {
    tell(heard) {
      speaking ??= new BroadcastChannel(CHANNEL);
      speaking.postMessage(heard);
    },
    listen(heard) {
      const listening = new BroadcastChannel(CHANNEL);
      listening.onmessage = ({ data }: MessageEvent<Heard>) => heard(data);
      return () => listening.close();
    },
  };
}

export function browserSurroundings(): Surroundings {
  return {
    transport: browserTransport(),
    checksums: workerChecksums(),
    journal: browserJournal(),
    lock,
    isLocked,
    ...channel(),
    stayAwake,
    onNetwork,
  };
}

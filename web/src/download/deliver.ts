import { useCallback, useRef, useState } from "react";
import { CallError } from "../api/errors";
import { type End, isInfected } from "./end";
import type { Stages } from "./stage";
import type { TreeFile } from "./tree";
import type { Visit, ZipAddress } from "./visit";

/**
 * A zip may hold at most so many chosen files; the whole package may be of any number. The server takes 1,000, but their
 * ids stand in the address, and many proxies refuse one of more than 8,000 letters.
 */
export const CHOSEN_MOST = 250;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15_000;

/** What the page is fetching for the visitor. */
export type Delivery =
  | { at: "nothing" }
  | { at: "asking"; fileId?: string | undefined }
  | { at: "preparing" }
  | { at: "started"; name: string; url: string }
  | { at: "infected" }
  | { at: "failed"; end: End };

export interface Deliver {
  delivery: Delivery;
  /** Whether this visit has been counted as a download. */
  hasBegun: boolean;
  file: (file: TreeFile) => void;
  zip: (fileIds: string[] | undefined) => void;
  cancel: () => void;
}

/** Has the browser fetch an address. A click on a link is never taken for a window that nobody asked for. */
export function startDownload(url: string): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = "";
  anchor.rel = "noopener noreferrer";
  anchor.referrerPolicy = "no-referrer";
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** While a zip is being prepared, a call that fails for the moment is no reason to give up. */
async function patiently(
  call: Promise<ZipAddress>,
  isPreparing: boolean,
): Promise<Pick<ZipAddress, "name" | "url" | "state">> {
  try {
    return await call;
  } catch (error) {
    if (isPreparing && error instanceof CallError && error.isPassing) return { name: "", url: "", state: "preparing" };
    throw error;
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fetches single files and zips by the browser's own downloads. */
export function useDeliver(visit: Visit, { take, refresh }: Pick<Stages, "take" | "refresh">): Deliver {
  const [delivery, setDelivery] = useState<Delivery>({ at: "nothing" });
  const [hasBegun, setBegun] = useState(visit.hasBegun);
  // Whoever asks for something else no longer waits for what they asked for before.
  const turn = useRef(0);
  const hasFailed = useRef(false);

  const run = useCallback(
    async (first: Delivery, find: (isCurrent: () => boolean) => Promise<{ name: string; url: string } | undefined>) => {
      turn.current += 1;
      const own = turn.current;
      const isCurrent = () => turn.current === own;
      setDelivery(first);
      try {
        const found = await find(isCurrent);
        if (!found || !isCurrent()) return;
        setBegun(true);
        startDownload(found.url);
        hasFailed.current = false;
        setDelivery({ at: "started", ...found });
      } catch (error) {
        if (!isCurrent()) return;
        if (isInfected(error)) {
          refresh();
          return setDelivery({ at: "infected" });
        }
        hasFailed.current = true;
        const end = take(error);
        setDelivery(end ? { at: "failed", end } : { at: "nothing" });
      }
    },
    [take, refresh],
  );

  const file = useCallback(
    ({ id, name }: TreeFile) =>
      void run({ at: "asking", fileId: id }, async () => ({ name, url: await visit.address(id) })),
    [run, visit],
  );

  const zip = useCallback(
    (fileIds: string[] | undefined) =>
      void run({ at: "asking" }, async (isCurrent) => {
        // Whoever asks again after a failure wants another try.
        let retry = hasFailed.current;
        for (let wait = FIRST_WAIT; isCurrent(); wait = Math.min(wait * 1.5, LONGEST_WAIT)) {
          const { name, url, state } = await patiently(visit.zip(fileIds, retry), wait > FIRST_WAIT);
          retry = false;
          if (state === "ready") return { name, url };
          if (isCurrent()) setDelivery({ at: "preparing" });
          await sleep(wait);
        }
        return undefined;
      }),
    [run, visit],
  );

  const cancel = useCallback(() => {
    turn.current += 1;
    setDelivery({ at: "nothing" });
  }, []);

  return { delivery, hasBegun, file, zip, cancel };
}

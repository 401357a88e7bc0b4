import { useCallback, useEffect, useState } from "react";
import { type End, endOf, isSpent, wantsPassword } from "./end";
import type { ResolvedLink } from "./link";
import type { PackageFile, Visit } from "./visit";

/** Where the visitor stands. */
export type Stage =
  | { at: "opening" }
  | { at: "password"; wrong: boolean; busy: boolean; end?: End | undefined }
  | { at: "open"; link: ResolvedLink; files: PackageFile[] }
  | { at: "ended"; end: End; sender: string };

export interface Stages {
  stage: Stage;
  enterPassword: (password: string) => void;
  /** Opens the link once more, after whatever was in the way. */
  again: () => void;
  /** Reads the files anew, such as after the scanner was at work. */
  refresh: () => void;
  /** Takes an error of an action: what ends the visit ends the page, all else is given back to be told in its place. */
  take: (error: unknown) => End | undefined;
}

/** Leads from the link to its files, and to the right dead end from anywhere. */
export function useStages(visit: Visit): Stages {
  const [stage, setStage] = useState<Stage>({ at: "opening" });

  const open = useCallback(
    async (password?: string) => {
      try {
        const link = await visit.open(password);
        setStage({ at: "open", link, files: await visit.files() });
      } catch (error) {
        setStage(password === undefined ? afterOpening(error) : afterPassword(error));
      }
    },
    [visit],
  );

  const begin = useCallback(async () => {
    if (visit.secret === "") return setStage({ at: "ended", end: { kind: "incomplete", requestId: "" }, sender: "" });
    try {
      setStage({ at: "open", ...(await visit.enter()) });
    } catch (error) {
      setStage(afterOpening(error));
    }
  }, [visit]);

  useEffect(() => void begin(), [begin]);

  const again = useCallback(() => {
    setStage({ at: "opening" });
    void begin();
  }, [begin]);

  const enterPassword = useCallback(
    (password: string) => {
      setStage({ at: "password", wrong: false, busy: true });
      void open(password);
    },
    [open],
  );

  const refresh = useCallback(() => {
    const read = visit.files().then((files) => setStage((now) => (now.at === "open" ? { ...now, files } : now)));
    // The list that is shown stays as it is; whoever asks for a file hears what is wrong.
    read.catch(() => undefined);
  }, [visit]);

  const take = useCallback(
    (error: unknown) => {
      const end = endOf(error, true);
      if (isSpent(error)) void open();
      else if (!["locked", "expired", "withdrawn"].includes(end.kind)) return end;
      else setStage((now) => ({ at: "ended", end, sender: now.at === "open" ? now.link.sender_email : "" }));
      return undefined;
    },
    [open],
  );

  return { stage, enterPassword, again, refresh, take };
}

function afterOpening(error: unknown): Stage {
  if (wantsPassword(error)) return { at: "password", wrong: false, busy: false };
  return { at: "ended", end: endOf(error, false), sender: "" };
}

/** A wrong password, a pace that was too quick and a network that failed keep the field and the page. */
function afterPassword(error: unknown): Stage {
  if (wantsPassword(error)) return { at: "password", wrong: true, busy: false };
  const end = endOf(error, false);
  if (["pace", "network", "fault"].includes(end.kind)) return { at: "password", wrong: false, busy: false, end };
  return { at: "ended", end, sender: "" };
}

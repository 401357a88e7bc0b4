import { useEffect, useRef, useState } from "react";
import { useSay } from "../../texts/texts";
import type { Stages } from "../stage";
import { foldersOf, type TreeFile } from "../tree";
import type { PackageFile, Visit } from "../visit";
import type { FolderHandle } from "./place";
import type { SaveProgress } from "./SaveProgress";
import type { FolderSave } from "./save";

/** What runs, and what shows it. */
interface Saving {
  save: FolderSave;
  Progress: typeof SaveProgress;
}

/** What is saved: some files, and for the whole package also the folders in which there is nothing. */
export interface FolderChoice {
  files: TreeFile[];
  withFolders: boolean;
}

interface FolderWindow {
  showDirectoryPicker?: (options: { mode: "readwrite" }) => Promise<FolderHandle>;
}

/** Only some browsers let a page write into a folder. */
export const canSaveToFolder = (): boolean => (window as FolderWindow).showDirectoryPicker !== undefined;

interface Props {
  choice: FolderChoice;
  files: PackageFile[];
  visit: Visit;
  take: Stages["take"];
  /** Whether a save is under way: no other one begins meanwhile. */
  onBusy: (isBusy: boolean) => void;
  close: () => void;
}

/** Asks for a folder and saves into it. Its script comes only when someone wants it. */
export function SaveToFolder({ choice, files, visit, take, onBusy, close }: Props) {
  const say = useSay();
  const [saving, setSaving] = useState<Saving>();
  const [hasFailed, setFailed] = useState(false);
  // What is saved is what was chosen when it began, also if the list is read anew meanwhile.
  const begun = useRef<FolderChoice>(undefined);
  useEffect(() => {
    if (begun.current === choice) return;
    begun.current = choice;
    setSaving(undefined);
    setFailed(false);
    onBusy(true);
    begin(choice, files, visit, () => onBusy(false)).then(
      (started) => (started ? setSaving(started) : close()),
      () => {
        onBusy(false);
        setFailed(true);
      },
    );
  }, [choice, files, visit, onBusy, close]);
  if (hasFailed) {
    return (
      <p className="banner bad" role="alert">
        {say("download-save-forbidden")}
      </p>
    );
  }
  if (!saving) return <p className="soft">{say("download-save-choose")}</p>;
  return <saving.Progress save={saving.save} take={take} close={close} />;
}

async function begin(
  choice: FolderChoice,
  files: PackageFile[],
  visit: Visit,
  onOver: () => void,
): Promise<Saving | undefined> {
  // First of all, because the browser asks only right after a click.
  const root = await pick();
  if (!root) {
    onOver();
    return undefined;
  }
  const [{ FolderSave, planOf }, { SaveProgress }] = await Promise.all([import("./save"), import("./SaveProgress")]);
  const directories = choice.withFolders ? files.filter((file) => file.kind === "directory") : [];
  const plan = planOf(
    choice.files,
    directories.map(({ path, name }) => [...foldersOf(path), name]),
  );
  const save = new FolderSave(plan, root, visit, { fetch: fetch.bind(window), now: () => performance.now(), sleep });
  void save.run().finally(onOver);
  return { save, Progress: SaveProgress };
}

async function pick(): Promise<FolderHandle | undefined> {
  try {
    return await (window as FolderWindow).showDirectoryPicker?.({ mode: "readwrite" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    throw error;
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

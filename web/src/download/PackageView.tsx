import { useCallback, useEffect, useMemo, useState } from "react";
import { formatMoment, formatNumber, formatSize, isNever, shownName } from "../texts/format";
import { useTexts } from "../texts/texts";
import { AgentAdvice, isHuge } from "./AgentAdvice";
import { Deliveries } from "./Deliveries";
import { CHOSEN_MOST, useDeliver } from "./deliver";
import { Files } from "./Files";
import { canSaveToFolder, type FolderChoice, SaveToFolder } from "./folder/SaveToFolder";
import type { ResolvedLink } from "./link";
import type { Stages } from "./stage";
import { buildTree, type TreeFile } from "./tree";
import type { PackageFile, Visit } from "./visit";
import { wholeOf } from "./whole";

interface Props {
  link: ResolvedLink;
  files: PackageFile[];
  stages: Stages;
  visit: Visit;
}

const SCAN_PACE = 10_000;

/** What was sent, by whom, until when; and every way to get it. */
export function PackageView({ link, files, stages, visit }: Props) {
  const { language } = useTexts();
  const deliver = useDeliver(visit, stages);
  const [folder, setFolder] = useState<FolderChoice>();
  const [isSaving, setSaving] = useState(false);
  const tree = useMemo(() => buildTree(files, language), [files, language]);
  const whole = useMemo(() => wholeOf(tree.files), [tree]);
  useRescan(whole.scanning > 0, stages.refresh);

  const getAll = () => {
    const [only] = whole.offered;
    if (only && tree.files.length === 1) deliver.file(only);
    else deliver.zip(whole.blocked > 0 ? whole.offered.map((file) => file.id) : undefined);
  };
  const save = useCallback((chosen: TreeFile[], withFolders: boolean) => setFolder({ files: chosen, withFolders }), []);
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="package-name">
        <Facts link={link} hasBegun={deliver.hasBegun} />
        <WholeActions
          whole={whole}
          onAll={getAll}
          onSave={canSaveToFolder() ? () => save(whole.offered, true) : undefined}
          isSaving={isSaving}
        />
        <Deliveries deliver={deliver} />
        {folder ? (
          <SaveToFolder
            choice={folder}
            files={files}
            visit={visit}
            take={stages.take}
            onBusy={setSaving}
            close={() => setFolder(undefined)}
          />
        ) : null}
        {isHuge(link.package_size, link.total_files) ? <AgentAdvice secret={visit.secret} /> : null}
      </section>
      <Files
        entries={files}
        tree={tree}
        deliver={deliver}
        save={canSaveToFolder() ? save : undefined}
        isSaving={isSaving}
      />
    </div>
  );
}

/** A scanner that is at work is done before long; the page notices by itself. */
function useRescan(isScanning: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isScanning) return;
    const timer = setInterval(refresh, SCAN_PACE);
    return () => clearInterval(timer);
  }, [isScanning, refresh]);
}

function Facts({ link, hasBegun }: { link: ResolvedLink; hasBegun: boolean }) {
  const { say, language } = useTexts();
  const size = formatSize(language, link.package_size);
  const bytes = say("download-bytes", { bytes: formatNumber(language, link.package_size) });
  return (
    <>
      <div>
        <p className="soft">
          {link.sender_email ? say("download-from", { sender: link.sender_email }) : say("download-from-somebody")}
        </p>
        <h1 id="package-name">{shownName(link.name)}</h1>
      </div>
      {link.message ? <blockquote className="message">{link.message}</blockquote> : null}
      <ul className="facts">
        <li>{say("file-count", { count: link.total_files })}</li>
        <li title={bytes}>{size}</li>
        <li>
          {isNever(link.expiry)
            ? say("download-available-always")
            : say("download-available-until", { time: formatMoment(language, link.expiry) })}
        </li>
        <DownloadsLeft link={link} hasBegun={hasBegun} />
      </ul>
    </>
  );
}

function DownloadsLeft({ link, hasBegun }: { link: ResolvedLink; hasBegun: boolean }) {
  const { say } = useTexts();
  const left = link.downloads_left;
  if (left === undefined || left === null) return null;
  return <li>{hasBegun ? say("download-left-begun") : say("download-left", { count: left })}</li>;
}

interface WholeProps {
  whole: ReturnType<typeof wholeOf>;
  onAll: () => void;
  onSave: (() => void) | undefined;
  isSaving: boolean;
}

function WholeActions({ whole, onAll, onSave, isSaving }: WholeProps) {
  const { say, language } = useTexts();
  const size = formatSize(language, whole.size);
  return (
    <>
      {whole.infected > 0 ? (
        <p className="banner bad">{say("download-infected-note", { count: whole.infected })}</p>
      ) : null}
      {whole.scanning > 0 ? (
        <p className="banner warn">{say("download-scanning-note", { count: whole.scanning })}</p>
      ) : null}
      {whole.isZipped ? null : <p className="banner warn">{say("download-too-many-clean", { most: CHOSEN_MOST })}</p>}
      <div className="row">
        {whole.isZipped && whole.offered.length > 0 ? (
          <button type="button" className="button primary large" onClick={onAll}>
            {say(whole.blocked > 0 ? "download-all-offered" : "download-all", { size })}
          </button>
        ) : null}
        {onSave && whole.offered.length > 0 ? (
          <button type="button" className="button large" onClick={onSave} disabled={isSaving}>
            {say("download-save-to-folder")}
          </button>
        ) : null}
      </div>
    </>
  );
}

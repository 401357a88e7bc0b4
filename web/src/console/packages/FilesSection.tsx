import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../../api/client";
import { FILES } from "../../facts/limits";
import {
  Badge,
  Button,
  type Column,
  Empty,
  ErrorNote,
  Icon,
  IconButton,
  Loading,
  SearchField,
  Section,
  Table,
} from "../../kit";
import { formatDay, isNever, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { Size } from "./columns";
import { type Row, rowsIn, search } from "./folders";
import { type Package, type PackageFile, tokenOf } from "./queries";
import { useDownload } from "./useDownload";

const PER_CALL = FILES.PAGE_LARGEST;
const SHOWN_AT_ONCE = 200;

/** The files of a package, folder by folder. Large packages are read in parts, as far as someone wants to see. */
export function FilesSection({ one }: { one: Package }) {
  const say = useSay();
  const query = useFiles(one);
  const download = useDownload(one);
  if (one.state === "expired" || one.state === "archived") {
    return (
      <Section title={say("packages-files")}>
        <p className="soft">{say("packages-files-gone")}</p>
      </Section>
    );
  }
  const files = query.data?.pages.flat() ?? [];
  const all = one.state === "finalized" && one.total_files > 0 && (
    <Button icon="download" busy={download.isPreparing} onPress={() => download.zip()}>
      {say(download.isPreparing ? "packages-zip-preparing" : "packages-download-all")}
    </Button>
  );
  return (
    <Section title={say("packages-files")} actions={all}>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNote error={query.error} retry={() => void query.refetch()} />}
      {query.data && <Browser files={files} onDownload={one.state === "finalized" ? download.file : undefined} />}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {say("packages-files-more")}
        </Button>
      )}
    </Section>
  );
}

function useFiles(one: Package) {
  return useInfiniteQuery({
    queryKey: ["package-files", one.id, one.state, one.total_files],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      answer(
        api.GET("/v1/packages/{package_id}/files", {
          params: { path: { package_id: one.id }, query: { page: pageParam, limit: PER_CALL } },
          headers: tokenOf(one),
        }),
      ),
    getNextPageParam: (last, pages) => (last.length < PER_CALL ? undefined : pages.length + 1),
    enabled: one.state === "new" || one.state === "finalized",
  });
}

interface BrowserProps {
  files: readonly PackageFile[];
  onDownload: ((file: PackageFile) => void) | undefined;
}

function Browser({ files, onDownload }: BrowserProps) {
  const texts = useTexts();
  const { say } = texts;
  const [folder, setFolder] = useState("");
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const rows: Row<PackageFile>[] = sought.trim() === "" ? rowsIn(files, folder) : search(files, sought);
  const shown = rows.slice(0, most);
  const openFolder = (row: Row<PackageFile>) => {
    if (row.kind === "folder") setFolder(row.path);
    else onDownload?.(row.file);
  };
  return (
    <>
      {files.length > 10 && <SearchField label={say("packages-files-search")} value={sought} onChange={setSought} />}
      {folder !== "" && sought.trim() === "" && <FolderPath folder={folder} onFolder={setFolder} />}
      <Table
        label={say("packages-files")}
        rows={shown}
        columns={fileColumns(texts, onDownload)}
        rowId={(row) => (row.kind === "folder" ? `folder ${row.path}` : row.file.id)}
        onOpen={onDownload || shown.some((row) => row.kind === "folder") ? openFolder : undefined}
        empty={<Empty title={say(files.length === 0 ? "packages-no-files" : "kit-nothing-found")} />}
      />
      {rows.length > shown.length && (
        <Button onPress={() => setMost(most + SHOWN_AT_ONCE)}>
          {say("packages-rows-more", { count: rows.length - shown.length })}
        </Button>
      )}
    </>
  );
}

function fileColumns(
  { say, language }: ReturnType<typeof useTexts>,
  onDownload: BrowserProps["onDownload"],
): Column<Row<PackageFile>>[] {
  return [
    {
      id: "name",
      title: say("packages-file-name"),
      render: (row) => (
        <span className="file-name">
          <Icon name={row.kind} /> {row.name}
        </span>
      ),
    },
    {
      id: "size",
      title: say("packages-size"),
      isNumber: true,
      render: (row) => <Size language={language} bytes={row.kind === "folder" ? row.size : row.file.size} />,
    },
    {
      id: "about",
      title: say("packages-file-state"),
      render: (row) =>
        row.kind === "folder" ? say("file-count", { count: row.files }) : <FileState file={row.file} />,
    },
    {
      id: "modified",
      title: say("packages-file-modified"),
      render: (row) =>
        row.kind === "folder" || isNever(row.file.last_modified) ? "–" : formatDay(language, row.file.last_modified),
    },
    ...(onDownload ? [downloadColumn(say, onDownload)] : []),
  ];
}

function downloadColumn(
  say: ReturnType<typeof useSay>,
  onDownload: (file: PackageFile) => void,
): Column<Row<PackageFile>> {
  return {
    id: "download",
    title: say("packages-download"),
    hideTitle: true,
    render: (row) =>
      row.kind === "file" && (
        <IconButton
          icon="download"
          label={say("packages-download-named", { name: row.name })}
          onPress={() => onDownload(row.file)}
        />
      ),
  };
}

function FileState({ file }: { file: PackageFile }) {
  const { say } = useTexts();
  if (file.virus_detected) return <Badge tone="bad">{say("packages-virus")}</Badge>;
  if (file.state !== "finalized") return <Badge icon="clock">{say("packages-file-uploading")}</Badge>;
  if (file.scan_state === "clean") return <Badge tone="good">{say("packages-scan-clean")}</Badge>;
  if (file.scan_state === "pending") return <Badge icon="clock">{say("packages-scan-pending")}</Badge>;
  return <>{say("packages-file-complete")}</>;
}

function FolderPath({ folder, onFolder }: { folder: string; onFolder: (folder: string) => void }) {
  const say = useSay();
  const parts = folder.split("/");
  return (
    <nav className="folder-path" aria-label={say("packages-folder")}>
      <Button kind="quiet" size="small" onPress={() => onFolder("")}>
        {say("packages-folder-top")}
      </Button>
      {parts.map((part, index) => {
        const path = parts.slice(0, index + 1).join("/");
        return (
          <span key={path} className="row">
            <Icon name="next" size={14} />
            <Button kind="quiet" size="small" onPress={() => onFolder(path)}>
              {shownName(part)}
            </Button>
          </span>
        );
      })}
    </nav>
  );
}

import { useState } from "react";
import { Button, type Column, Empty, ErrorNote, Icon, Loading, Section, Table } from "../../kit";
import { formatSize, shownName } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import type { Connection } from "../shared/data";
import { type CloudFile, useFiles } from "./files";
import { ImportDialog } from "./ImportDialog";

/** A way from the top to where the reader is: the ids of directories, and their names. */
type Way = { id: string; name: string }[];

/** What a connection has, directory by directory, and the way to fetch some of it. */
export function Browser({ connection }: { connection: Connection }) {
  const say = useSay();
  const [way, setWay] = useState<Way>([]);
  const [selected, setSelected] = useState(new Map<string, CloudFile>());
  const [isImporting, setImporting] = useState(false);
  const files = useFiles(connection.id, way.at(-1)?.id ?? "");
  const rows = files.data?.pages.flat() ?? [];
  const select = (ids: ReadonlySet<string>) => {
    const known = new Map([...selected, ...rows.map((file): [string, CloudFile] => [file.id, file])]);
    setSelected(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as CloudFile]] : []))));
  };
  return (
    <Section
      title={say("connections-files")}
      help={say("connections-files-help")}
      actions={
        <Button kind="primary" icon="download" isDisabled={selected.size === 0} onPress={() => setImporting(true)}>
          {say("connections-import-chosen", { count: selected.size })}
        </Button>
      }
    >
      <WayShown way={way} onGo={setWay} />
      {files.isError && <ErrorNote error={files.error} retry={() => void files.refetch()} />}
      {files.isPending && <Loading />}
      {files.isSuccess && (
        <FileTable
          rows={rows}
          selected={new Set(selected.keys())}
          onSelect={select}
          onEnter={(directory) => setWay([...way, { id: directory.id, name: directory.name }])}
        />
      )}
      {files.hasNextPage && (
        <div>
          <Button busy={files.isFetchingNextPage} onPress={() => void files.fetchNextPage()}>
            {say("connections-files-more")}
          </Button>
        </div>
      )}
      <ImportDialog
        isOpen={isImporting}
        connection={connection}
        files={[...selected.values()]}
        onClose={(isDone) => {
          setImporting(false);
          if (isDone) setSelected(new Map());
        }}
      />
    </Section>
  );
}

function WayShown({ way, onGo }: { way: Way; onGo: (way: Way) => void }) {
  const say = useSay();
  return (
    <nav className="row small" aria-label={say("connections-way")}>
      <Button kind="quiet" size="small" icon="cloud" onPress={() => onGo([])}>
        {say("connections-top")}
      </Button>
      {way.map((step, index) => (
        <Button key={step.id} kind="quiet" size="small" icon="next" onPress={() => onGo(way.slice(0, index + 1))}>
          {shownName(step.name)}
        </Button>
      ))}
    </nav>
  );
}

interface FileTableProps {
  rows: CloudFile[];
  selected: ReadonlySet<string>;
  onSelect: (ids: Set<string>) => void;
  onEnter: (directory: CloudFile) => void;
}

function FileTable({ rows, selected, onSelect, onEnter }: FileTableProps) {
  const { language, say } = useTexts();
  const isFolder = (file: CloudFile) => file.kind === "directory";
  const columns: Column<CloudFile>[] = [
    {
      id: "name",
      title: say("connections-file-name"),
      render: (file) =>
        isFolder(file) ? (
          <button type="button" className="enter" onClick={() => onEnter(file)}>
            <Icon name="folder" /> {shownName(file.name)}
          </button>
        ) : (
          <span className="row">
            <Icon name="file" /> {shownName(file.name)}
          </span>
        ),
    },
    {
      id: "size",
      title: say("connections-file-size"),
      isNumber: true,
      render: (file) => (isFolder(file) ? say("connections-folder") : formatSize(language, file.size)),
    },
  ];
  return (
    <Table
      label={say("connections-files")}
      rows={rows}
      columns={columns}
      rowId={(file) => file.id}
      rowName={(file) => shownName(file.name)}
      selected={selected}
      onSelect={onSelect}
      empty={<Empty title={say("connections-files-none")} />}
    />
  );
}

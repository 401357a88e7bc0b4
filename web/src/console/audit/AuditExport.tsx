import { useRef, useState } from "react";
import { Button, Menu, saveText, useToasts } from "../../kit";
import { formatNumber } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { readAudit } from "./calls";
import { type AuditLine, allLines, auditCsv, auditJson } from "./export";
import type { AuditFilters } from "./filters";

type Format = "csv" | "json";

const WRITERS: Record<Format, { write: (lines: readonly AuditLine[]) => string; type: string }> = {
  csv: { write: auditCsv, type: "text/csv" },
  json: { write: auditJson, type: "application/json" },
};

/** Writes all entries that the filters let through into one file, whatever page is open. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const { language, say } = useTexts();
  const { start, stop, progress } = useExport(filters);
  if (progress) {
    const shown = (value: number) => formatNumber(language, value);
    return (
      <span className="row">
        <span role="status" className="small number">
          {say("audit-exporting", { read: shown(progress.read), total: shown(progress.total) })}
        </span>
        <Button onPress={stop}>{say("audit-export-stop")}</Button>
      </span>
    );
  }
  const entries = (["csv", "json"] as const).map((format) => ({
    id: format,
    label: say(`audit-export-${format}`),
    act: () => void start(format),
  }));
  return <Menu label={say("audit-export")} entries={entries} />;
}

interface Progress {
  read: number;
  total: number;
}

function useExport(filters: AuditFilters) {
  const { say } = useTexts();
  const { team } = useSession();
  const toasts = useToasts();
  const [progress, setProgress] = useState<Progress>();
  const run = useRef(0);
  const start = async (format: Format) => {
    run.current += 1;
    const mine = run.current;
    const isStopped = () => run.current !== mine;
    setProgress({ read: 0, total: 0 });
    try {
      const load = (page: number) => {
        if (isStopped()) throw new Stopped();
        return readAudit(team.id, { ...filters, page });
      };
      const lines = await allLines(load, (read, total) => !isStopped() && setProgress({ read, total }));
      if (isStopped()) return;
      const { write, type } = WRITERS[format];
      saveText(`audit-${new Date().toISOString().slice(0, 10)}.${format}`, write(lines), type);
      toasts.say(say("audit-exported", { count: lines.length }));
    } catch (error) {
      if (!(error instanceof Stopped)) toasts.fail(error);
    } finally {
      if (!isStopped()) setProgress(undefined);
    }
  };
  const stop = () => {
    run.current += 1;
    setProgress(undefined);
  };
  return { start, stop, progress };
}

class Stopped extends Error {}

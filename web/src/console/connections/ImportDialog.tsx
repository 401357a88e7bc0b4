import { useState } from "react";
import { ACCOUNT } from "../../facts/limits";
import { Button, Buttons, Dialog, ErrorNote, Form, LinkButton, TextField, useForm } from "../../kit";
import { formatSize } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { type Connection, useTeamId } from "../shared/data";
import type { CloudFile } from "./files";
import { beginImport, type RunningImport, useImport } from "./import";

interface ImportDialogProps {
  isOpen: boolean;
  connection: Connection;
  files: CloudFile[];
  onClose: (isDone: boolean) => void;
}

/** Fetches what was chosen into a new package, and closes the package when everything is there. */
export function ImportDialog({ isOpen, connection, files, onClose }: ImportDialogProps) {
  const say = useSay();
  const [running, setRunning] = useState<RunningImport>();
  const close = () => {
    const isDone = running !== undefined;
    setRunning(undefined);
    onClose(isDone);
  };
  return (
    <Dialog title={say("connections-import")} isOpen={isOpen} onClose={close}>
      {running ? (
        <Progress running={running} onClose={close} />
      ) : (
        <NameForm connection={connection} files={files} onBegun={setRunning} onCancel={close} />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  connection: Connection;
  files: CloudFile[];
  onBegun: (running: RunningImport) => void;
  onCancel: () => void;
}

function NameForm({ connection, files, onBegun, onCancel }: NameFormProps) {
  const say = useSay();
  const team = useTeamId();
  const form = useForm({
    initial: { name: files.length === 1 ? (files[0]?.name ?? "") : "", description: "" },
    check: ({ name }) => (name.trim() === "" ? { name: say("connections-import-name-missing") } : {}),
    send: (values) => beginImport(team, connection.id, files, values),
    done: onBegun,
  });
  return (
    <Form form={form} action={say("connections-import-begin")} onCancel={onCancel}>
      <p>{say("connections-import-lead", { count: files.length })}</p>
      <TextField
        label={say("connections-import-name")}
        isRequired
        {...form.field("name")}
        maxLength={ACCOUNT.NAME_LONGEST}
      />
      <TextField label={say("connections-import-message")} lines={3} {...form.field("description")} />
    </Form>
  );
}

function Progress({ running, onClose }: { running: RunningImport; onClose: () => void }) {
  const { language, say } = useTexts();
  const state = useImport(running);
  const { bytes, total } = state;
  return (
    <div className="stack">
      <p role="status">{say(`connections-import-${state.stage}`)}</p>
      {state.stage === "fetching" && (
        <>
          <progress aria-label={say("connections-import")} {...(total > 0 ? { value: bytes, max: total } : {})} />
          <p className="small soft number">
            {say("connections-import-bytes", {
              bytes: formatSize(language, bytes),
              total: formatSize(language, total),
            })}
          </p>
          <p className="small soft">{say("connections-import-keep-open")}</p>
        </>
      )}
      {state.reason !== "" && <p className="banner warn">{state.reason}</p>}
      {state.error !== undefined && <ErrorNote error={state.error} retry={state.retry} />}
      <Buttons>
        <Button onPress={onClose}>{say("close")}</Button>
        <LinkButton kind="primary" href={`/packages/${running.packageId}`}>
          {say("connections-import-open")}
        </LinkButton>
      </Buttons>
    </div>
  );
}

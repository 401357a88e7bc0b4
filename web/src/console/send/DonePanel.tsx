import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Badge, Button, LinkButton, Section, useToasts } from "../../kit";
import { formatSize, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import type { Snapshot } from "../../uploader";
import { LinkDialog } from "../packages/LinkDialog";
import { usePackage } from "../packages/queries";
import { forgetPlannedExpiry, plannedExpiry } from "./store";

/** The end: what was sent, who was told, and the link for whoever was not. */
export function DonePanel({ upload, onAgain }: { upload: Snapshot; onAgain: () => void }) {
  const { say, language } = useTexts();
  const id = upload.package?.id ?? "";
  const one = usePackage(id).data;
  const [isOpen, setOpen] = useState(false);
  useExpiryFailure(id);
  const recipients = one?.recipients.length ?? 0;
  return (
    <Section title={say("send-done")}>
      <p>
        <Badge tone="good">{say("send-done")}</Badge>{" "}
        {say("send-done-facts", {
          name: shownName(upload.package?.name ?? ""),
          files: say("file-count", { count: upload.counts.done }),
          size: formatSize(language, upload.totalBytes),
        })}
      </p>
      {one && <p>{recipients > 0 ? say("send-done-mailed", { count: recipients }) : say("send-done-link")}</p>}
      <div className="row">
        {one && recipients === 0 && (
          <Button kind="primary" icon="link" onPress={() => setOpen(true)}>
            {say("packages-link-make")}
          </Button>
        )}
        <LinkButton href={`/packages/${id}`}>{say("send-show-package")}</LinkButton>
        <Button onPress={onAgain}>{say("send-again")}</Button>
      </div>
      {one && isOpen && <LinkDialog one={one} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Says if the upload could not set the expiry that the sender chose. */
function useExpiryFailure(id: string): void {
  const { say } = useTexts();
  const toasts = useToasts();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each package that is done.
  useEffect(() => {
    for (const key of ["packages", "package"]) void queries.invalidateQueries({ queryKey: [key] });
    if (plannedExpiry(id) === undefined) return;
    forgetPlannedExpiry(id);
    toasts.say(say("send-expiry-failed"));
  }, [id]);
}

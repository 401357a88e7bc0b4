import { CopyButton, Dialog, Facts } from "../../kit";
import { formatMoment, formatNumber } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import type { AuditLine } from "./export";
import { actionName } from "./filters";
import { useActorName } from "./useActorName";

/** All that one entry of the record says, with the hash that seals it. */
export function LineDialog({ line, onClose }: { line: AuditLine; onClose: () => void }) {
  const { language, say } = useTexts();
  const nameOf = useActorName();
  const name = nameOf(line.actor);
  const facts = [
    { label: say("audit-column-action"), value: actionName(say, line.action) },
    { label: say("audit-column-actor"), value: name === line.actor ? name : `${name} (${line.actor})` },
    { label: say("audit-column-time"), value: formatMoment(language, line.at) },
    { label: say("audit-column-object"), value: line.object && <code>{line.object}</code> },
    { label: say("audit-column-detail"), value: line.detail },
    { label: say("audit-column-address"), value: line.address },
    { label: say("audit-credential"), value: line.credential },
    { label: say("audit-hash"), value: <span className="hash">{line.hash}</span> },
  ];
  const number = formatNumber(language, line.sequence);
  return (
    <Dialog title={say("audit-details", { number })} isOpen onClose={onClose}>
      <Facts facts={facts} />
      <p className="soft small">{say("audit-hash-help")}</p>
      <div>
        <CopyButton text={line.hash} label={say("audit-copy-hash")} />
      </div>
    </Dialog>
  );
}

import { useEffect, useState } from "react";
import { Badge, Dialog, Empty, ErrorNote, Loading } from "../../kit";
import { formatSize } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { call } from "../api";
import type { AutomationType } from "./fields";

/** One folder or file that a watch folder would send, or why it would not. */
interface Parcel {
  name: string;
  package_name: string;
  files: number;
  size: number;
  reason: string;
}

interface Props {
  type: AutomationType;
  body: Record<string, unknown>;
  close: () => void;
}

/** What would be sent now. Nothing is sent by looking. */
export function PreviewDialog({ type, body, close }: Props) {
  const { say, language } = useTexts();
  const [parcels, setParcels] = useState<Parcel[]>();
  const [error, setError] = useState<unknown>();
  // Looked at once: the body behind it may be read anew at any time.
  const [asked] = useState(body);
  useEffect(() => {
    call<Parcel[]>("POST", `/automations/${type}/preview`, { body: asked }).then(setParcels, setError);
  }, [type, asked]);
  return (
    <Dialog title={say("agent-preview-title")} isOpen onClose={close}>
      <p className="soft">{say("agent-preview-text")}</p>
      {error ? <ErrorNote error={error} /> : null}
      {parcels?.length === 0 ? <Empty title={say("agent-preview-nothing")} /> : null}
      {parcels ? (
        <ul className="plain-list items">
          {parcels.map((each) => (
            <li key={each.name} className="item">
              <span className="grow">
                {each.name}
                <span className="soft small block">
                  {say("file-count", { count: each.files })}, {formatSize(language, each.size)}
                </span>
                {each.reason ? <span className="small block">{each.reason}</span> : null}
              </span>
              <Badge tone={each.reason ? "warn" : "good"}>
                {say(each.reason ? "agent-preview-left" : "agent-preview-sent")}
              </Badge>
            </li>
          ))}
        </ul>
      ) : error ? null : (
        <Loading />
      )}
    </Dialog>
  );
}

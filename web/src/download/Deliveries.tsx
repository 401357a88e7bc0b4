import { shownName } from "../texts/format";
import { useSay } from "../texts/texts";
import { Trouble } from "./DeadEnd";
import type { Deliver } from "./deliver";

/** What became of the last click on a download. The region is always there, so that what it says is spoken. */
export function Deliveries({ deliver }: { deliver: Deliver }) {
  const say = useSay();
  const { delivery } = deliver;
  return (
    <div role="status" className="deliveries">
      {delivery.at === "asking" ? <p className="soft">{say("download-asking")}</p> : null}
      {delivery.at === "preparing" ? (
        <div className="banner warn">
          <span>{say("download-preparing")}</span>
          <button type="button" className="button" onClick={deliver.cancel}>
            {say("cancel")}
          </button>
        </div>
      ) : null}
      {delivery.at === "started" ? (
        <p className="banner good">
          <span>{say("download-started", { name: shownName(delivery.name) })}</span>
          <a className="again" href={delivery.url} download="" rel="noopener noreferrer" referrerPolicy="no-referrer">
            {say("download-start-again")}
          </a>
        </p>
      ) : null}
      {delivery.at === "infected" ? <p className="banner bad">{say("download-infected")}</p> : null}
      {delivery.at === "failed" ? <Trouble end={delivery.end} /> : null}
    </div>
  );
}

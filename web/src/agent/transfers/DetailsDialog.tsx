import { useEffect, useState } from "react";
import { QUERY } from "../../facts/limits";
import { Badge, Dialog, ErrorNote, Facts, Loading, Pager, type Tone } from "../../kit";
import { formatSize, shownName } from "../../texts/format";
import { useTexts } from "../../texts/texts";
import { call, type Schemas } from "../api";
import type { Transfer } from "../picture";

type Item = Schemas["ItemBody"];

const LIMIT = QUERY.PAGE_USUAL;
const TONES: Record<string, Tone> = { complete: "good", error: "bad" };

interface Props {
  transfer: Transfer;
  name: string;
  close: () => void;
}

/** Every file of a transfer with its state, and the error where there is one. */
export function DetailsDialog({ transfer, name, close }: Props) {
  const { say, language } = useTexts();
  const [page, setPage] = useState(1);
  const { items, error } = useItems(transfer, page);
  return (
    <Dialog title={name} isOpen onClose={close} size="wide">
      <Facts
        facts={[
          { label: say("agent-package"), value: <code>{transfer.packageId}</code> },
          { label: say("agent-folder"), value: transfer.folder },
          { label: say("agent-size"), value: formatSize(language, transfer.size) },
        ]}
      />
      {transfer.error ? <p className="banner bad">{transfer.error.message}</p> : null}
      {error ? <ErrorNote error={error} /> : null}
      {items ? <Items items={items} /> : <Loading />}
      {items && (page > 1 || items.length === LIMIT) ? (
        <Pager page={page} limit={LIMIT} total={totalOf(page, items.length)} onPage={setPage} />
      ) : null}
    </Dialog>
  );
}

/** The interface does not count the items: there is one page more as long as pages are full. */
const totalOf = (page: number, onPage: number): number => (page - 1) * LIMIT + onPage + (onPage === LIMIT ? 1 : 0);

function useItems({ kind, id, progress, state }: Transfer, page: number) {
  const [items, setItems] = useState<Item[]>();
  const [error, setError] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has moved since is a reason to look again.
  useEffect(() => {
    const asking = new AbortController();
    call<{ items: Item[] }>("GET", `/${kind}s/${id}?page=${page}&limit=${LIMIT}`, { signal: asking.signal })
      .then((body) => setItems(body.items))
      .catch((cause: unknown) => {
        if (!asking.signal.aborted) setError(cause);
      });
    return () => asking.abort();
  }, [kind, id, page, progress, state]);
  return { items, error };
}

function Items({ items }: { items: Item[] }) {
  const { say, language } = useTexts();
  return (
    <ul className="plain-list items">
      {items.map((item) => {
        const state = item.state.toLowerCase();
        return (
          <li key={item.id} className="item">
            <span className="grow">
              {shownName([item.path, item.name].filter((part) => part !== "").join("/"))}
              {item.error ? <span className="error-text block">{item.error.message}</span> : null}
            </span>
            <span className="soft small number">
              {state === "complete"
                ? formatSize(language, item.size)
                : say("agent-bytes", {
                    done: formatSize(language, item.progress),
                    total: formatSize(language, item.size),
                  })}
            </span>
            <Badge tone={TONES[state] ?? "plain"}>{say(`agent-item-${state}`)}</Badge>
          </li>
        );
      })}
    </ul>
  );
}

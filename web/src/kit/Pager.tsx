import { QUERY } from "../facts/limits";
import { formatNumber } from "../texts/format";
import { useTexts } from "../texts/texts";
import { Button } from "./Button";
import { pageRange } from "./rows";

export interface PagerProps {
  /** From 1. */
  page: number;
  limit?: number | undefined;
  total: number;
  onPage: (page: number) => void;
}

/** Which records are shown, and the way to the others. */
export function Pager({ page, limit = QUERY.PAGE_USUAL, total, onPage }: PagerProps) {
  const { language, say } = useTexts();
  const { first, last, pages } = pageRange(page, limit, total);
  if (total === 0) return null;
  // An address may name a page that is no more: it shows nothing, but it has a way back.
  const isBehind = page > pages;
  const shown = (value: number) => formatNumber(language, value);
  return (
    <nav className="pager row spread" aria-label={say("kit-pages")}>
      <span className="soft small">
        {!isBehind && say("kit-range", { first: shown(first), last: shown(last), total: shown(total) })}
      </span>
      {(pages > 1 || isBehind) && (
        <span className="row">
          <Button icon="back" isDisabled={page <= 1} onPress={() => onPage(Math.min(page - 1, pages))}>
            {say("kit-page-before")}
          </Button>
          <span className="small number">{say("kit-page-of", { page: shown(page), pages: shown(pages) })}</span>
          <Button isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
            {say("kit-page-next")}
          </Button>
        </span>
      )}
    </nav>
  );
}

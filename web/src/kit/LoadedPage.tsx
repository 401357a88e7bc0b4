import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallError } from "../api/client";
import { useSay } from "../texts/texts";
import { LinkButton } from "./Button";
import { type Crumb, Page } from "./Page";
import { Loaded } from "./states";

interface LoadedPageProps<T> {
  query: UseQueryResult<T>;
  /** Where things of this kind are listed: the title until this one is there, and the way on if there is none. */
  list: Crumb;
  children: (data: T) => ReactNode;
}

/** The page of one thing. It has a title also while that is on its way, and when there is no such thing. */
export function LoadedPage<T>({ query, list, children }: LoadedPageProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (isGone(query.error)) return <Gone list={list} />;
  return (
    <Page title={list.label} crumbs={[list]}>
      <Loaded query={query}>{children}</Loaded>
    </Page>
  );
}

/** An address with an id that is none is as good as one of something deleted. */
function isGone(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 400);
}

function Gone({ list }: { list: Crumb }) {
  const say = useSay();
  return (
    <Page title={say("kit-gone")} crumbs={[list]}>
      <div className="card stack">
        <p>{say("kit-error-gone")}</p>
        <div>
          <LinkButton href={list.href}>{list.label}</LinkButton>
        </div>
      </div>
    </Page>
  );
}

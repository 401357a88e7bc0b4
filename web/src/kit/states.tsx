import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallError } from "../api/client";
import { useSay } from "../texts/texts";
import { Button } from "./Button";
import { CopyButton } from "./CopyButton";
import { Icon, type IconName } from "./Icon";

export type Tone = "good" | "warn" | "bad" | "plain";

const TONE_ICONS: Record<Tone, IconName> = { good: "check", warn: "warn", bad: "warn", plain: "info" };

/** A state in words; sign and colour only repeat it. */
export function Badge({
  tone = "plain",
  icon,
  children,
}: {
  tone?: Tone | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}) {
  return (
    <span className={`badge ${tone}`}>
      <Icon name={icon ?? TONE_ICONS[tone]} size={14} />
      {children}
    </span>
  );
}

/** Says in one sentence what would be here, and offers the one thing to do about it. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <p className="soft">{children}</p>}
      {action}
    </div>
  );
}

export function Loading() {
  const say = useSay();
  return (
    <p className="loading soft" role="status">
      <span className="spinner" aria-hidden="true" /> {say("loading")}
    </p>
  );
}

/** What went wrong, whether trying again may help, and the reference for whoever is asked about it. */
export function ErrorNote({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const say = useSay();
  const call = error instanceof CallError ? error : undefined;
  return (
    <div className="banner bad" role="alert">
      <Icon name="warn" />
      <div className="grow">
        <p>{reason(say, error)}</p>
        {call && call.fields.length > 0 && (
          <ul className="plain-list small">
            {call.fields.map((each) => (
              <li key={each.field + each.message}>
                {each.field}: {each.message}
              </li>
            ))}
          </ul>
        )}
        {call?.requestId && (
          <p className="small row">
            {say("error-reference", { id: call.requestId })} <CopyButton text={call.requestId} size="small" />
          </p>
        )}
      </div>
      {retry && (
        <Button icon="retry" onPress={retry}>
          {say("try-again")}
        </Button>
      )}
    </div>
  );
}

function reason(say: ReturnType<typeof useSay>, error: unknown): string {
  if (!(error instanceof CallError))
    return say("error-reason", { reason: error instanceof Error ? error.message : String(error) });
  if (error.status === 0) return say("error-network");
  if (error.status === 429 && error.retryAfter) return say("error-pace", { seconds: error.retryAfter });
  if (error.status === 403) return say("kit-error-forbidden");
  if (error.status === 404) return say("kit-error-gone");
  return say("error-reason", { reason: error.message });
}

/** Shows what a query brought; until then that it is on its way, or why it failed. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorNote error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}

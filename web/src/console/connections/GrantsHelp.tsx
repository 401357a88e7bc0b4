import { CopyButton } from "../../kit";
import { useSay } from "../../texts/texts";
import { grantOf, type Named } from "./grants";
import type { Direction, Provider } from "./providers";

/** What to allow at the provider, ready to be pasted there. */
export function GrantsHelp({ provider, direction, named }: { provider: Provider; direction: Direction; named: Named }) {
  const say = useSay();
  const grant = grantOf(provider, direction, named);
  if (!grant) return null;
  return (
    <details className="grants">
      <summary>{say("connections-grants")}</summary>
      <div className="stack">
        <p>{say(grant.text)}</p>
        {grant.paste !== "" && (
          <>
            <pre className="small">{grant.paste}</pre>
            <div>
              <CopyButton text={grant.paste} size="small" />
            </div>
          </>
        )}
      </div>
    </details>
  );
}

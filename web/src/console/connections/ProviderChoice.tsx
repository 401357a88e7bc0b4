import { Link } from "../../kit";
import { useSay } from "../../texts/texts";
import { providerHelpText, providerText } from "./names";
import { PROVIDERS, type ProviderKind } from "./providers";

const KINDS: readonly ProviderKind[] = ["object-storage", "platform", "gateway"];

/** All providers, by what kind of place they are. */
export function ProviderChoice() {
  const say = useSay();
  return (
    <div className="stack">
      {KINDS.map((kind) => (
        <section key={kind} className="stack" aria-labelledby={`kind-${kind}`}>
          <div>
            <h2 id={`kind-${kind}`}>{say(`connections-kind-${kind}`)}</h2>
            <p className="soft small">{say(`connections-kind-${kind}-help`)}</p>
          </div>
          <ul className="providers">
            {PROVIDERS.filter((provider) => provider.kind === kind).map(({ token }) => (
              <li key={token}>
                <Link className="provider" href={`/connections/new?provider=${token}`}>
                  <strong>{say(providerText(token))}</strong>
                  <span className="small soft">{say(providerHelpText(token))}</span>
                  <code className="small soft">{token}</code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

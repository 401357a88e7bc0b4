import { Link } from "../../kit";
import { useSay } from "../../texts/texts";
import { providerHelpText, providerText } from "./names";
import { PROVIDERS, type ProviderGroup } from "./providers";

const GROUPS: readonly ProviderGroup[] = ["object-storage", "platform", "gateway"];

/** All providers, by what kind of place they are. */
export function ProviderChoice() {
  const say = useSay();
  return (
    <div className="stack">
      {GROUPS.map((group) => (
        <section key={group} className="stack" aria-labelledby={`kind-${group}`}>
          <div>
            <h2 id={`kind-${group}`}>{say(`connections-kind-${group}`)}</h2>
            <p className="soft small">{say(`connections-kind-${group}-help`)}</p>
          </div>
          <ul className="providers">
            {PROVIDERS.filter((provider) => provider.group === group).map(({ token }) => (
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

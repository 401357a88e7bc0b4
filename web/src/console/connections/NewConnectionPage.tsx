import { useState } from "react";
import { LinkButton, Page, SecretBox, useNavigateTo, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useAddress } from "../address";
import { type Connection, useRefresh } from "../shared/data";
import { ConnectionForm } from "./ConnectionForm";
import { providerHelpText, providerText } from "./names";
import { ProviderChoice } from "./ProviderChoice";
import { type Provider, providerOf } from "./providers";
import "./connections.css";

/** First which kind of place, then what opens it. */
export function NewConnectionPage() {
  const say = useSay();
  const [provider] = useAddress((search) => providerOf(search.provider ?? ""));
  const crumbs = [{ label: say("connections-title"), href: "/connections" }];
  if (provider) return <OpenProvider key={provider.token} provider={provider} />;
  return (
    <Page title={say("connections-create")} lead={say("connections-choose")} crumbs={crumbs}>
      <ProviderChoice />
    </Page>
  );
}

function OpenProvider({ provider }: { provider: Provider }) {
  const say = useSay();
  const navigate = useNavigateTo();
  const refresh = useRefresh();
  const toasts = useToasts();
  const [made, setMade] = useState<Connection>();
  const saved = (connection: Connection) => {
    refresh("connections");
    if (connection.gateway) {
      setMade(connection);
      return;
    }
    toasts.say(say("connections-made"));
    navigate(`/connections/${connection.id}`);
  };
  const crumbs = [
    { label: say("connections-title"), href: "/connections" },
    { label: say("connections-create"), href: "/connections/new" },
  ];
  return (
    <Page
      title={say(providerText(provider.token))}
      lead={say(providerHelpText(provider.token))}
      crumbs={crumbs}
      isNarrow
    >
      <div className="card">
        {made ? <GatewayToken connection={made} /> : <ConnectionForm provider={provider} onSaved={saved} />}
      </div>
    </Page>
  );
}

/** What the agent at the other side needs, told once. */
function GatewayToken({ connection }: { connection: Connection }) {
  const say = useSay();
  return (
    <div className="stack">
      <h2>{say("connections-gateway-made")}</h2>
      <SecretBox
        label={say("connections-gateway-token")}
        secret={connection.gateway?.token ?? ""}
        fileName={`gateway-${connection.id}`}
      />
      <ol className="steps">
        <li>{say("connections-gateway-step-agent")}</li>
        <li>{say("connections-gateway-step-token")}</li>
        <li>{say("connections-gateway-step-state")}</li>
      </ol>
      <div>
        <LinkButton kind="primary" href={`/connections/${connection.id}`}>
          {say("connections-gateway-kept")}
        </LinkButton>
      </div>
    </div>
  );
}

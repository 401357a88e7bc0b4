import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Form, Loading, Page, Tabs, TextField, useForm } from "../kit";
import { KitProvider } from "../kit/KitProvider";
import { LanguageSwitch } from "../texts/page";
import { useSay } from "../texts/texts";
import { AutomationsTab } from "./automations/AutomationsTab";
import { ConnectionLight } from "./ConnectionLight";
import { StoreContext, useAgent, useStore } from "./context";
import { GatewaysTab } from "./gateways/GatewaysTab";
import { SettingsTab } from "./settings/SettingsTab";
import type { AgentStore } from "./store";
import { TransfersTab } from "./transfers/TransfersTab";

/** The agent's own page: what moves, what moves by itself, and how fast it may. */
export function App({ store }: { store: AgentStore }) {
  return (
    <StoreContext.Provider value={store}>
      <KitProvider navigate={(address) => location.assign(address)}>
        <Frame>
          <Content />
        </Frame>
      </KitProvider>
    </StoreContext.Provider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="agent">
      <header className="agent-bar">
        <ConnectionLight />
        <LanguageSwitch />
      </header>
      <main>{children}</main>
    </div>
  );
}

function Content() {
  const say = useSay();
  const { access } = useAgent();
  const [tab, setTab] = useHash("transfers");
  if (access === "token") return <TokenStep />;
  if (access === "starting") return <Loading />;
  return (
    <Page title={say("agent-title")} lead={access === "away" ? <Away /> : undefined}>
      <Tabs
        label={say("agent-areas")}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: "transfers", label: say("agent-transfers"), content: <TransfersTab /> },
          { id: "automations", label: say("agent-automations"), content: <AutomationsTab /> },
          { id: "gateways", label: say("agent-gateways"), content: <GatewaysTab /> },
          { id: "settings", label: say("agent-settings"), content: <SettingsTab /> },
        ]}
      />
    </Page>
  );
}

const TABS = ["transfers", "automations", "gateways", "settings"];

/** The open area stands behind `#` of the address, so that a reload stays there. */
function useHash(first: string): [string, (next: string) => void] {
  const read = useCallback(() => {
    const named = location.hash.slice(1);
    return TABS.includes(named) ? named : first;
  }, [first]);
  const [hash, setHash] = useState(read);
  useEffect(() => {
    const follow = () => setHash(read());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [read]);
  return [hash, (next) => history.replaceState(null, "", `#${next}`) ?? setHash(next)];
}

function Away() {
  const say = useSay();
  return (
    <p className="banner bad" role="alert">
      {say("agent-away")}
    </p>
  );
}

/** Where the agent asks for a token: one field, kept for this tab. */
function TokenStep() {
  const say = useSay();
  const store = useStore();
  const form = useForm({
    initial: { token: "" },
    send: async ({ token }) => store.enterToken(token.trim()),
  });
  return (
    <Page title={say("agent-token-title")} lead={say("agent-token-text")} isNarrow>
      <div className="card">
        <Form form={form} action={say("continue")} isDisabled={form.values.token.trim() === ""}>
          <TextField
            label={say("agent-token")}
            type="password"
            autoComplete="current-password"
            {...form.field("token")}
          />
        </Form>
      </div>
    </Page>
  );
}

import { Badge, type Tone } from "../kit";
import { type Say, useSay } from "../texts/texts";
import { useAgent } from "./context";
import type { AgentState } from "./store";

/** Whether the page reaches the agent, and the agent the cloud: in words, the colour only repeats them. */
export function ConnectionLight() {
  const say = useSay();
  const state = useAgent();
  const [tone, text] = lightOf(say, state);
  return (
    <span role="status" className="light">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

function lightOf(say: Say, { access, session }: AgentState): [Tone, string] {
  if (access === "away") return ["bad", say("agent-light-away")];
  if (access !== "open") return ["plain", say("loading")];
  if (session.state === "active") return ["good", say("agent-light-active", { name: session.user?.email ?? "" })];
  if (session.state === "none") return ["plain", say("agent-light-none")];
  if (session.reason === "unreachable") return ["warn", say("agent-light-unreachable")];
  return ["bad", say(session.reason === "suspended" ? "agent-light-suspended" : "agent-light-refused")];
}

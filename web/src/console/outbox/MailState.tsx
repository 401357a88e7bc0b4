import { Badge, type Tone } from "../../kit";
import { useSay } from "../../texts/texts";

const TONES: Record<string, Tone> = { sent: "good", kept: "warn", failed: "bad" };

export function MailState({ state }: { state: string }) {
  const say = useSay();
  return <Badge tone={TONES[state]}>{say(`outbox-state-${state}`)}</Badge>;
}

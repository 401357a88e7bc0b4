import { Badge, type Tone } from "../../kit";
import { useSay } from "../../texts/texts";

const TONES: Record<string, Tone> = { complete: "good", error: "bad", cancelled: "warn" };

export function ActivityStateBadge({ state }: { state: string }) {
  const say = useSay();
  return <Badge tone={TONES[state]}>{say(`activities-state-${state}`)}</Badge>;
}

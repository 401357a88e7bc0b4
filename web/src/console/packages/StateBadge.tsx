import { Badge, type Tone } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Package } from "./queries";

const TONES: Record<string, Tone> = { new: "plain", finalized: "good", expired: "warn", archived: "plain" };

export function StateBadge({ one }: { one: Pick<Package, "state" | "contains_virus"> }) {
  const say = useSay();
  return (
    <span className="row">
      <Badge tone={TONES[one.state]} icon={one.state === "new" ? "clock" : undefined}>
        {say(`packages-state-${one.state}`)}
      </Badge>
      {one.contains_virus && <Badge tone="bad">{say("packages-virus")}</Badge>}
    </span>
  );
}

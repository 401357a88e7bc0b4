import type { ReactNode } from "react";
import type { Action } from "../../facts/policy";
import { Empty, Page } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";

/** A page that not every role may see: an address typed or kept from before says so in words. */
export function Guarded({ needs, children }: { needs: Action | undefined; children: ReactNode }) {
  const say = useSay();
  const { may } = useSession();
  if (needs === undefined || may(needs)) return <>{children}</>;
  return (
    <Page title={say("frame-not-for-role")}>
      <Empty title={say("frame-not-for-role")}>{say("frame-not-for-role-help")}</Empty>
    </Page>
  );
}

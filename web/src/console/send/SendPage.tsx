import { Page } from "../../kit";
import { useSay } from "../../texts/texts";

export function SendPage() {
  const say = useSay();
  return <Page title={say("send-title")}> </Page>;
}

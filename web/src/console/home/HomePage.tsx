import { Page } from "../../kit";
import { useSay } from "../../texts/texts";

export function HomePage() {
  const say = useSay();
  return (
    <Page title={say("frame-home")}>
      <p />
    </Page>
  );
}

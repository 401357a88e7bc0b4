import { Empty, ErrorNote, LinkButton, Page } from "../../kit";
import { useSay } from "../../texts/texts";

/** An address that leads nowhere. */
export function Unknown() {
  const say = useSay();
  return (
    <Page title={say("frame-unknown")}>
      <Empty title={say("frame-unknown")} action={<LinkButton href="/">{say("frame-to-home")}</LinkButton>}>
        {say("frame-unknown-help")}
      </Empty>
    </Page>
  );
}

/** A page whose script could not be fetched, or that broke. */
export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const say = useSay();
  return (
    <Page title={say("frame-page-failed")}>
      <p>{say("frame-page-failed-help")}</p>
      <ErrorNote error={error} retry={() => (reset ? reset() : window.location.reload())} />
    </Page>
  );
}

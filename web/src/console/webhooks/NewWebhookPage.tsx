import { useState } from "react";
import { LinkButton, Page, SecretBox } from "../../kit";
import { useSay } from "../../texts/texts";
import { useRefresh } from "../shared/data";
import { EMPTY_WEBHOOK } from "./draft";
import { type MadeWebhook, WebhookForm } from "./WebhookForm";

/** Makes a webhook, and shows the secret of its signature while the server still tells it. */
export function NewWebhookPage() {
  const say = useSay();
  const refresh = useRefresh();
  const [made, setMade] = useState<MadeWebhook>();
  const crumbs = [{ label: say("webhooks-title"), href: "/webhooks" }];
  const saved = (webhook: MadeWebhook) => {
    refresh("webhooks");
    setMade(webhook);
  };
  if (made) {
    return (
      <Page title={say("webhooks-made")} lead={say("webhooks-made-lead")} crumbs={crumbs} isNarrow>
        <div className="card stack">
          <p>{say("webhooks-secret-help")}</p>
          <SecretBox
            label={say("webhooks-secret")}
            secret={made.signing_secret ?? ""}
            fileName={`webhook-${made.id}`}
          />
          <div>
            <LinkButton kind="primary" href={`/webhooks/${made.id}`}>
              {say("webhooks-secret-kept")}
            </LinkButton>
          </div>
        </div>
      </Page>
    );
  }
  return (
    <Page title={say("webhooks-create")} crumbs={crumbs} isNarrow>
      <div className="card">
        <WebhookForm initial={EMPTY_WEBHOOK} onSaved={saved} />
      </div>
    </Page>
  );
}

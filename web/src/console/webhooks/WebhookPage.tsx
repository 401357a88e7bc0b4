import { useState } from "react";
import { answer, api } from "../../api/client";
import { Button, Buttons, Dialog, LoadedPage, Menu, Page, SecretBox, Section, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { useSaves, useWebhook } from "../shared/data";
import { useAct, useAskedAct, useRemoval } from "../useAct";
import { Deliveries } from "./Deliveries";
import { type Webhook, webhookDraftOf } from "./draft";
import { type MadeWebhook, WebhookForm } from "./WebhookForm";
import { WebhookState } from "./WebhooksPage";

/** One webhook: what became of its deliveries, and its settings. */
export function WebhookPage() {
  const say = useSay();
  const id = useParam("id");
  const webhook = useWebhook(id);
  return (
    <LoadedPage query={webhook} list={{ label: say("webhooks-title"), href: "/webhooks" }}>
      {(found) => <Shown webhook={found} />}
    </LoadedPage>
  );
}

function Shown({ webhook }: { webhook: Webhook }) {
  const say = useSay();
  const toasts = useToasts();
  const { saves, saved: readAnew } = useSaves("webhooks");
  const saved = () => {
    readAnew();
    toasts.say(say("webhooks-saved"));
  };
  return (
    <Page
      title={webhook.name || webhook.url}
      lead={
        <span className="row">
          <WebhookState isActive={webhook.active} />
          {say("webhooks-attached", { count: webhook.connections })}
        </span>
      }
      crumbs={[{ label: say("webhooks-title"), href: "/webhooks" }]}
      actions={<Actions webhook={webhook} />}
    >
      <Section title={say("webhooks-deliveries")} help={say("webhooks-deliveries-help")}>
        <Deliveries webhookId={webhook.id} />
      </Section>
      <Section title={say("webhooks-settings")}>
        <WebhookForm key={`${webhook.id} ${saves}`} id={webhook.id} initial={webhookDraftOf(webhook)} onSaved={saved} />
      </Section>
    </Page>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const say = useSay();
  const [secret, setSecret] = useState("");
  const { test, rotate, remove } = useActions(webhook, setSecret);
  return (
    <>
      <Button kind="primary" icon="send" busy={test.isBusy} isDisabled={!webhook.active} onPress={() => test.act()}>
        {say("webhooks-test")}
      </Button>
      <Menu
        label={say("webhooks-more")}
        entries={[
          { id: "rotate", label: say("webhooks-rotate"), icon: "key", act: rotate },
          { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: remove },
        ]}
      />
      <Dialog title={say("webhooks-rotated")} isOpen={secret !== ""} onClose={() => setSecret("")} isFirm>
        <p>{say("webhooks-rotated-help")}</p>
        <SecretBox label={say("webhooks-secret")} secret={secret} fileName={`webhook-${webhook.id}`} />
        <Buttons>
          <Button kind="primary" onPress={() => setSecret("")}>
            {say("webhooks-secret-kept")}
          </Button>
        </Buttons>
      </Dialog>
    </>
  );
}

function useActions(webhook: Webhook, tellSecret: (secret: string) => void) {
  const say = useSay();
  const path = { params: { path: { custom_webhook_id: webhook.id } } };
  const test = useAct({
    act: () => answer(api.POST("/v1/custom_webhooks/{custom_webhook_id}/test", path)),
    said: () => say("webhooks-tested"),
    changes: ["deliveries"],
  });
  const rotate = useAskedAct({
    question: { title: say("webhooks-rotate"), body: say("webhooks-rotate-body"), action: say("webhooks-rotate-do") },
    act: () => answer<MadeWebhook>(api.POST("/v1/custom_webhooks/{custom_webhook_id}/rotate_secret", path)),
    done: (made) => tellSecret(made.signing_secret ?? ""),
  });
  const remove = useRemoval({
    title: say("webhooks-delete-title"),
    body: say("webhooks-delete-body", { count: webhook.connections }),
    remove: () => answer(api.DELETE("/v1/custom_webhooks/{custom_webhook_id}", path)),
    said: say("webhooks-deleted"),
    changes: ["webhooks"],
    to: "/webhooks",
  });
  return { test, rotate, remove };
}

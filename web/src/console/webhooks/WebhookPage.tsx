import { useState } from "react";
import { answer, api } from "../../api/client";
import {
  Button,
  Buttons,
  Dialog,
  Loaded,
  Menu,
  Page,
  SecretBox,
  Section,
  useConfirm,
  useNavigateTo,
  useToasts,
} from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { useRefresh, useWebhook } from "../shared/data";
import { Deliveries } from "./Deliveries";
import { type Webhook, webhookDraftOf } from "./draft";
import { type MadeWebhook, WebhookForm } from "./WebhookForm";
import { WebhookState } from "./WebhooksPage";

/** One webhook: what became of its deliveries, and its settings. */
export function WebhookPage() {
  const id = useParam("id");
  const webhook = useWebhook(id);
  return <Loaded query={webhook}>{(found) => <Shown webhook={found} />}</Loaded>;
}

function Shown({ webhook }: { webhook: Webhook }) {
  const say = useSay();
  const toasts = useToasts();
  const refresh = useRefresh();
  const saved = () => {
    refresh("webhooks");
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
        <WebhookForm key={webhook.updated_at} id={webhook.id} initial={webhookDraftOf(webhook)} onSaved={saved} />
      </Section>
    </Page>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const say = useSay();
  const [secret, setSecret] = useState("");
  const { isTesting, test, rotate, remove } = useActions(webhook, setSecret);
  return (
    <>
      <Button kind="primary" icon="send" busy={isTesting} isDisabled={!webhook.active} onPress={() => void test()}>
        {say("webhooks-test")}
      </Button>
      <Menu
        label={say("webhooks-more")}
        entries={[
          { id: "rotate", label: say("webhooks-rotate"), icon: "key", act: () => void rotate() },
          { id: "delete", label: say("delete"), icon: "trash", isDanger: true, act: () => void remove() },
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
  const confirm = useConfirm();
  const toasts = useToasts();
  const navigate = useNavigateTo();
  const refresh = useRefresh();
  const [isTesting, setTesting] = useState(false);
  const path = { params: { path: { custom_webhook_id: webhook.id } } };
  const test = async () => {
    setTesting(true);
    await answer(api.POST("/v1/custom_webhooks/{custom_webhook_id}/test", path)).then(
      () => toasts.say(say("webhooks-tested")),
      toasts.fail,
    );
    setTesting(false);
    refresh("deliveries");
  };
  const rotate = async () => {
    const question = {
      title: say("webhooks-rotate"),
      body: say("webhooks-rotate-body"),
      action: say("webhooks-rotate-do"),
    };
    if (!(await confirm(question))) return;
    await answer<MadeWebhook>(api.POST("/v1/custom_webhooks/{custom_webhook_id}/rotate_secret", path)).then(
      (made) => tellSecret(made.signing_secret ?? ""),
      toasts.fail,
    );
  };
  const remove = async () => {
    const body = say("webhooks-delete-body", { count: webhook.connections });
    const title = say("webhooks-delete-title");
    if (!(await confirm({ title, body, action: say("delete"), isDanger: true }))) return;
    try {
      await answer(api.DELETE("/v1/custom_webhooks/{custom_webhook_id}", path));
    } catch (error) {
      toasts.fail(error);
      return;
    }
    refresh("webhooks");
    toasts.say(say("webhooks-deleted"));
    navigate("/webhooks");
  };
  return { isTesting, test, rotate, remove };
}

import { useState } from "react";
import { answer, api } from "../../api/client";
import { Badge, Button, Dialog, Form, PasswordField, Section, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { atField } from "./refusals";
import { SetUpDialog } from "./SetUpDialog";

/** Whether signing in takes a second factor, and the ways to change that. */
export function SecondFactor() {
  const say = useSay();
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const isOn = user.mfa_enabled === true;
  const close = () => setOpen(false);
  return (
    <Section title={say("account-group-second-factor")}>
      <p className="row">
        <Badge tone={isOn ? "good" : "warn"}>{say(isOn ? "account-mfa-badge-on" : "account-mfa-badge-off")}</Badge>
        <span>{say(isOn ? "account-mfa-on" : "account-mfa-off")}</span>
      </p>
      <div>
        <Button kind={isOn ? "danger" : "primary"} icon="shield" onPress={() => setOpen(true)}>
          {say(isOn ? "account-mfa-remove" : "account-mfa-set-up")}
        </Button>
      </div>
      {isOpen && (isOn ? <RemoveDialog onClose={close} /> : <SetUpDialog onClose={close} />)}
    </Section>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { user, session } = useSession();
  const toasts = useToasts();
  const params = { path: { user_id: user.id } };
  const form = useForm({
    initial: { password: "", otp: "" },
    send: (body) => {
      const call = answer(api.DELETE("/v1/users/{user_id}/mfa", { params, body }));
      return atField(call, "password", say("account-wrong-password-or-code"));
    },
    done: () => {
      toasts.say(say("account-mfa-removed-done"));
      onClose();
      void session.reload();
    },
  });
  return (
    <Dialog title={say("account-mfa-remove-title")} isOpen onClose={onClose} size="small">
      <p>{say("account-mfa-remove-text")}</p>
      <Form form={form} action={say("account-mfa-remove-confirm")} onCancel={onClose}>
        <PasswordField label={say("account-password-confirm")} autoFocus {...form.field("password")} />
        <TextField
          label={say("account-mfa-remove-code")}
          autoComplete="one-time-code"
          isRequired
          {...form.field("otp")}
        />
      </Form>
    </Dialog>
  );
}

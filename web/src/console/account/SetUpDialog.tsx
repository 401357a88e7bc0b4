import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client";
import {
  Button,
  Buttons,
  CopyButton,
  Dialog,
  Form,
  PasswordField,
  SecretBox,
  TextField,
  useForm,
  useToasts,
} from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { QrCode } from "./QrCode";
import { atField } from "./refusals";
import { grouped } from "./zones";

type Step = { kind: "password" } | { kind: "scan"; secret: Schemas["MfaSecret"] } | { kind: "codes"; codes: string[] };

const TITLES: Record<Step["kind"], string> = {
  password: "account-mfa-password-title",
  scan: "account-mfa-scan-title",
  codes: "account-mfa-recovery-title",
};

/** Password, then the authenticator, then the recovery codes, which are seen this once. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { session } = useSession();
  const toasts = useToasts();
  const [step, setStep] = useState<Step>({ kind: "password" });
  const finish = () => {
    toasts.say(say("account-mfa-on-done"));
    onClose();
    void session.reload();
  };
  return (
    <Dialog title={say(TITLES[step.kind])} isOpen onClose={onClose} isFirm={step.kind === "codes"}>
      {step.kind === "password" && (
        <PasswordStep onClose={onClose} onDone={(secret) => setStep({ kind: "scan", secret })} />
      )}
      {step.kind === "scan" && (
        <ScanStep secret={step.secret} onClose={onClose} onDone={(codes) => setStep({ kind: "codes", codes })} />
      )}
      {step.kind === "codes" && <CodesStep codes={step.codes} onDone={finish} />}
    </Dialog>
  );
}

interface StepProps<T> {
  onClose: () => void;
  onDone: (result: T) => void;
}

function PasswordStep({ onClose, onDone }: StepProps<Schemas["MfaSecret"]>) {
  const say = useSay();
  const { user } = useSession();
  const params = { path: { user_id: user.id } };
  const form = useForm({
    initial: { password: "" },
    send: (body) => {
      const call = answer(api.POST("/v1/users/{user_id}/mfa", { params, body }));
      return atField(call, "password", say("account-wrong-password"));
    },
    done: onDone,
  });
  return (
    <Form form={form} action={say("continue")} onCancel={onClose}>
      <p>{say("account-mfa-password-text")}</p>
      <PasswordField label={say("account-password-confirm")} autoFocus {...form.field("password")} />
    </Form>
  );
}

function ScanStep({ secret, onClose, onDone }: StepProps<string[]> & { secret: Schemas["MfaSecret"] }) {
  const say = useSay();
  const { user, session } = useSession();
  const params = { path: { user_id: user.id } };
  const form = useForm({
    initial: { otp: "" },
    send: ({ otp }) => {
      const body = { otp: otp.replaceAll(/\s/g, "") };
      return answer(api.POST("/v1/users/{user_id}/mfa/confirm", { params, body }));
    },
    done: ({ recovery_codes, token }) => {
      session.adopt(token);
      onDone(recovery_codes);
    },
  });
  return (
    <Form form={form} action={say("account-mfa-confirm")} onCancel={onClose}>
      <p>{say("account-mfa-scan-text")}</p>
      <QrCode text={secret.otpauth_url} label={say("account-mfa-qr")} />
      <div>
        <p className="label">{say("account-mfa-secret")}</p>
        <p className="row">
          <code className="typed-secret">{grouped(secret.secret)}</code>
          <CopyButton text={secret.secret} size="small" />
        </p>
      </div>
      <TextField
        label={say("account-mfa-code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        {...form.field("otp")}
      />
    </Form>
  );
}

function CodesStep({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const say = useSay();
  return (
    <>
      <p>{say("account-mfa-recovery-text")}</p>
      <SecretBox
        label={say("account-mfa-recovery-label")}
        secret={codes.join("\n")}
        fileName="tonnage-recovery-codes"
      />
      <Buttons>
        <Button kind="primary" onPress={onDone}>
          {say("account-mfa-recovery-done")}
        </Button>
      </Buttons>
    </>
  );
}

import { useState } from "react";
import { CallError } from "../../api/client";
import { Button, Checkbox, Dialog, Form, Link, PasswordField, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { Door } from "../doors/Door";
import { session } from "./store";

/** The way in: email and password, then the code of the second factor where the account has one. */
export function SignInPage() {
  const say = useSay();
  return (
    <Door title={say("session-sign-in")}>
      <SignInForm email="" />
      <p className="small">
        <Link href="/reset">{say("session-forgot")}</Link>
      </p>
    </Door>
  );
}

/** Over a page whose session has ended: nothing on it is lost. */
export function SignInDialog({ isOpen, email }: { isOpen: boolean; email: string }) {
  const say = useSay();
  return (
    <Dialog title={say("session-ended")} isOpen={isOpen} onClose={() => undefined} size="small" isFirm>
      <p>{say("session-ended-help")}</p>
      <SignInForm email={email} />
      <Button kind="quiet" onPress={() => session.signOut()}>
        {say("frame-sign-out")}
      </Button>
    </Dialog>
  );
}

function SignInForm({ email }: { email: string }) {
  const say = useSay();
  const [asksCode, setAsksCode] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const form = useForm({
    initial: { email, password: "", otp: "", stays: false },
    send: async ({ otp, ...rest }) => {
      setWrong(false);
      try {
        await session.signIn(asksCode ? { ...rest, otp: otp.trim() } : rest);
      } catch (error) {
        const call = error instanceof CallError && error.status === 401 ? error : undefined;
        if (call?.body.mfa_required === true) setAsksCode(true);
        else if (call) setWrong(true);
        else throw error;
      }
    },
  });
  return (
    <Form form={form} action={say(asksCode ? "continue" : "session-sign-in")}>
      {isWrong && (
        <p className="banner bad" role="alert">
          {say(asksCode ? "session-wrong-code" : "session-wrong")}
        </p>
      )}
      {asksCode ? (
        <TextField
          label={say("session-code")}
          help={say("session-code-help")}
          autoComplete="one-time-code"
          isRequired
          autoFocus
          {...form.field("otp")}
        />
      ) : (
        <>
          <TextField
            label={say("session-email")}
            type="email"
            autoComplete="username"
            isRequired
            {...form.field("email")}
          />
          <PasswordField label={say("session-password")} {...form.field("password")} />
          <Checkbox label={say("session-stay")} help={say("session-stay-help")} {...form.flag("stays")} />
        </>
      )}
    </Form>
  );
}

import { Button, Form, PasswordField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { Door } from "../doors/Door";
import { type SessionState, session } from "./store";

/** The initial password was told by someone else, so it opens nothing until it is changed. */
export function ChangePassword({ state }: { state: Extract<SessionState, { status: "changing" }> }) {
  const say = useSay();
  const form = useForm({
    initial: { new_password: "", again: "" },
    check: ({ new_password, again }) => (new_password === again ? {} : { again: say("session-passwords-differ") }),
    send: ({ new_password }) => session.changeInitialPassword(state.user, state.password, new_password, state.stays),
  });
  return (
    <Door title={say("session-change")}>
      <p>{say("session-change-help")}</p>
      <Form form={form} action={say("session-change-action")}>
        <input type="hidden" autoComplete="username" value={state.user.email} readOnly />
        <PasswordField
          label={say("session-new-password")}
          help={say("session-password-help")}
          isNew
          {...form.field("new_password")}
        />
        <PasswordField label={say("session-password-again")} isNew {...form.field("again")} />
      </Form>
      <Button kind="quiet" onPress={() => session.signOut()}>
        {say("frame-sign-out")}
      </Button>
    </Door>
  );
}

import { answer, api } from "../../api/client";
import { Form, PasswordField, Section, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { atField } from "./refusals";

const EMPTY = { current_password: "", new_password: "", repeated: "", otp: "" };

/** Changes the password. It ends every session, so this page signs in again with the new one. */
export function PasswordForm() {
  const say = useSay();
  const { user } = useSession();
  const form = usePasswordForm();
  const { current_password, new_password, repeated, otp } = form.values;
  const isIncomplete =
    [current_password, new_password, repeated].includes("") || (user.mfa_enabled === true && otp === "");
  return (
    <Section title={say("account-group-password")} help={say("account-password-note")}>
      <Form form={form} action={say("account-password-change")} isDisabled={isIncomplete}>
        <PasswordField label={say("account-password-current")} {...form.field("current_password")} />
        <PasswordField
          label={say("account-password-new")}
          help={say("account-password-new-help")}
          isNew
          {...form.field("new_password")}
        />
        <PasswordField label={say("account-password-repeat")} isNew {...form.field("repeated")} />
        {user.mfa_enabled && (
          <TextField
            label={say("account-mfa-code")}
            help={say("account-password-code-help")}
            autoComplete="one-time-code"
            inputMode="numeric"
            isRequired
            {...form.field("otp")}
          />
        )}
      </Form>
    </Section>
  );
}

function usePasswordForm() {
  const say = useSay();
  const { user, session } = useSession();
  const toasts = useToasts();
  const params = { path: { user_id: user.id } };
  const form = useForm({
    initial: EMPTY,
    check: ({ new_password, repeated }) =>
      new_password === repeated ? {} : { repeated: say("account-password-differs") },
    send: async ({ current_password, new_password, otp }) => {
      const { stays } = session;
      const body = { current_password, new_password };
      const call = answer(api.POST("/v1/users/{user_id}/password", { params, body }));
      await atField(call, "current_password", say("account-wrong-password"));
      // A wrong code does not undo the change: the sign-in over the page asks for it again.
      await session
        .signIn({ email: user.email, password: new_password, stays, ...(otp && { otp }) })
        .catch(() => undefined);
    },
    done: () => {
      toasts.say(say("account-password-changed"));
      form.reset(EMPTY);
    },
  });
  return form;
}

import { answer, api } from "../../api/client";
import { Form, PasswordField, Section, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { atField } from "./refusals";

const EMPTY = { email: "", password: "" };

/** Changes the address by which one signs in. It counts once it is confirmed by mail. */
export function EmailForm() {
  const say = useSay();
  const { user } = useSession();
  const toasts = useToasts();
  const params = { path: { user_id: user.id } };
  const form = useForm({
    initial: EMPTY,
    send: (body) => {
      const call = answer(api.PUT("/v1/users/{user_id}/email", { params, body }));
      return atField(call, "password", say("account-wrong-password"));
    },
    done: (_, { email }) => {
      toasts.say(say("account-email-mailed", { email: email.trim() }));
      form.reset(EMPTY);
    },
  });
  const isIncomplete = form.values.email.trim() === "" || form.values.password === "";
  return (
    <Section title={say("account-group-email")} help={say("account-email-now", { email: user.email })}>
      <Form form={form} action={say("account-email-change")} isDisabled={isIncomplete}>
        <TextField
          label={say("account-email-new")}
          type="email"
          autoComplete="email"
          isRequired
          {...form.field("email")}
        />
        <PasswordField label={say("account-password-confirm")} {...form.field("password")} />
      </Form>
    </Section>
  );
}

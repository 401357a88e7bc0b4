import { useState } from "react";
import { answer, api } from "../../api/client";
import { Form, Link, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";

/** Asks for a mail with a link; the answer is the same whether the address is known or not. */
export function ForgotForm() {
  const say = useSay();
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: "" },
    send: (body) => answer(api.POST("/v1/auth/forgot", { body })),
    done: () => setSent(true),
  });
  return (
    <>
      {isSent ? (
        <p role="status">{say("session-forgot-sent", { email: form.values.email })}</p>
      ) : (
        <>
          <p>{say("session-forgot-help")}</p>
          <Form form={form} action={say("session-forgot-action")}>
            <TextField
              label={say("session-email")}
              type="email"
              autoComplete="username"
              isRequired
              {...form.field("email")}
            />
          </Form>
        </>
      )}
      <p className="small">
        <Link href="/">{say("session-to-sign-in")}</Link>
      </p>
    </>
  );
}

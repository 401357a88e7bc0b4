import { useState } from "react";
import { answer, api, CallError } from "../../api/client";
import { TokenSpent } from "../../facts/errorCodes";
import { Form, LinkButton, useForm } from "../../kit";
import { useSay } from "../../texts/texts";
import { Door } from "./Door";
import { useMailedToken } from "./mailed-token";

/** Confirms a new email address. With a button, because programs that check mails open their links, too. */
export function EmailPage() {
  const say = useSay();
  const token = useMailedToken();
  const [end, setEnd] = useState<"done" | "spent" | undefined>(token === "" ? "spent" : undefined);
  const form = useForm({
    initial: {},
    send: async () => {
      try {
        await answer(api.POST("/v1/auth/confirm_email", { body: { token } }));
        setEnd("done");
      } catch (error) {
        if (error instanceof CallError && error.code === TokenSpent) setEnd("spent");
        else throw error;
      }
    },
  });
  return (
    <Door title={say("session-email-title")}>
      {end ? (
        <>
          <p role="status">{say(end === "done" ? "session-email-done" : "session-email-spent")}</p>
          <LinkButton href="/" kind="primary">
            {say("session-to-sign-in")}
          </LinkButton>
        </>
      ) : (
        <Form form={form} action={say("session-email-action")}>
          <p>{say("session-email-help")}</p>
        </Form>
      )}
    </Door>
  );
}

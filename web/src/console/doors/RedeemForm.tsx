import { useState } from "react";
import { CallError, type Schemas } from "../../api/client";
import { TokenSpent } from "../../facts/errorCodes";
import { Form, LinkButton, PasswordField, TextField, useForm } from "../../kit";
import { useSay } from "../../texts/texts";

interface RedeemProps {
  token: string;
  action: string;
  done: string;
  /** What is said of a token that is used up or too old. */
  spent: string;
  passwordHelp: string;
  asksName: boolean;
  /** The address of someone who has an account and is signed in: they need no password. */
  account?: string | undefined;
  send: (body: Schemas["RedeemToken"]) => Promise<unknown>;
}

/** Sets a password with the token of a mailed link. */
export function RedeemForm({ token, action, done, spent, passwordHelp, asksName, account, send }: RedeemProps) {
  const say = useSay();
  const [end, setEnd] = useState<"done" | "spent" | undefined>(token === "" ? "spent" : undefined);
  const form = useForm({
    initial: { name: "", password: "" },
    send: async ({ name, password }) => {
      try {
        const chosen = { password, ...(name.trim() === "" ? {} : { name: name.trim() }) };
        await send({ token, ...(account ? {} : chosen) });
        setEnd("done");
      } catch (error) {
        if (error instanceof CallError && error.code === TokenSpent) setEnd("spent");
        else throw error;
      }
    },
  });
  if (end) {
    return (
      <>
        <p role="status">{end === "done" ? done : spent}</p>
        <LinkButton href="/" kind="primary">
          {say("session-to-sign-in")}
        </LinkButton>
      </>
    );
  }
  return (
    <Form form={form} action={action}>
      {account && <p>{say("session-signed-in-as", { address: account })}</p>}
      {asksName && !account && <TextField label={say("session-name")} autoComplete="name" {...form.field("name")} />}
      {!account && (
        <PasswordField label={say("session-password")} help={passwordHelp} isNew {...form.field("password")} />
      )}
    </Form>
  );
}

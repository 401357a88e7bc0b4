import { answer, api } from "../../api/client";
import { useSay } from "../../texts/texts";
import { Door } from "./Door";
import { ForgotForm } from "./ForgotForm";
import { useMailedToken } from "./mailed-token";
import { RedeemForm } from "./RedeemForm";

/** Without a token it asks for a mail; with the token of that mail it takes the new password. */
export function ResetPage() {
  const say = useSay();
  const token = useMailedToken();
  return (
    <Door title={say("session-reset-title")}>
      {token === "" ? (
        <ForgotForm />
      ) : (
        <RedeemForm
          token={token}
          action={say("session-reset-action")}
          done={say("session-reset-done")}
          spent={say("session-reset-spent")}
          passwordHelp={say("session-password-help")}
          asksName={false}
          send={(body) => answer(api.POST("/v1/auth/reset", { body }))}
        />
      )}
    </Door>
  );
}

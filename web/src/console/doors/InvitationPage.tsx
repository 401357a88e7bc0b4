import { answer, api } from "../../api/client";
import { useSay } from "../../texts/texts";
import { Door } from "./Door";
import { useMailedToken } from "./mailed-token";
import { RedeemForm } from "./RedeemForm";

export function InvitationPage() {
  const say = useSay();
  const token = useMailedToken();
  return (
    <Door title={say("session-invitation-title")}>
      <p>{say("session-invitation-help")}</p>
      <RedeemForm
        token={token}
        action={say("session-invitation-action")}
        done={say("session-invitation-done")}
        spent={say("session-invitation-spent")}
        passwordHelp={say("session-invitation-password-help")}
        asksName
        send={(body) => answer(api.POST("/v1/auth/accept_invitation", { body }))}
      />
    </Door>
  );
}

import { answer, api } from "../../api/client";
import { useSay } from "../../texts/texts";
import { session } from "../session/store";
import { useSessionState } from "../session/useSession";
import { Door } from "./Door";
import { useMailedToken } from "./mailed-token";
import { RedeemForm } from "./RedeemForm";

export function InvitationPage() {
  const say = useSay();
  const token = useMailedToken();
  const state = useSessionState();
  const account = state.status === "in" ? state.user.email : undefined;
  return (
    <Door title={say("session-invitation-title")}>
      {!account && <p>{say("session-invitation-help")}</p>}
      <RedeemForm
        token={token}
        action={say("session-invitation-action")}
        done={say(account ? "session-invitation-joined" : "session-invitation-done")}
        spent={say("session-invitation-spent")}
        passwordHelp={say("session-invitation-password-help")}
        asksName
        account={account}
        send={async (body) => {
          await answer(api.POST("/v1/auth/accept_invitation", { body }));
          if (account) await session.reload();
        }}
      />
    </Door>
  );
}

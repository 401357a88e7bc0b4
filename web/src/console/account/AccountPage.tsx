import { useState } from "react";
import { Button, Page, Section, useConfirm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { EmailForm } from "./EmailForm";
import { PasswordForm } from "./PasswordForm";
import { ProfileForm } from "./ProfileForm";
import { SecondFactor } from "./SecondFactor";

/** One's own account: who one is, how one signs in, and where. */
export function AccountPage() {
  const say = useSay();
  return (
    <Page title={say("account-title")} isNarrow>
      <ProfileForm />
      <EmailForm />
      <PasswordForm />
      <SecondFactor />
      <Devices />
    </Page>
  );
}

function Devices() {
  const say = useSay();
  const confirm = useConfirm();
  const toasts = useToasts();
  const { session } = useSession();
  const [isBusy, setBusy] = useState(false);
  const signOut = async () => {
    const isSure = await confirm({
      title: say("account-sign-out-all-title"),
      body: say("account-sign-out-all-text"),
      action: say("account-sign-out-all"),
      isDanger: true,
    });
    if (!isSure) return;
    setBusy(true);
    await session.signOutEverywhere().catch(toasts.fail);
    setBusy(false);
  };
  return (
    <Section title={say("account-group-sessions")} help={say("account-sign-out-all-text")}>
      <div>
        <Button kind="danger" busy={isBusy} onPress={() => void signOut()}>
          {say("account-sign-out-all")}
        </Button>
      </div>
    </Section>
  );
}

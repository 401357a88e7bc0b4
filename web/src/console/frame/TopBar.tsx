import { IconButton, Link, Menu, Select } from "../../kit";
import { LanguageSwitch } from "../../texts/page";
import { useSay } from "../../texts/texts";
import { RunningLink } from "../send/RunningLink";
import { useSession } from "../session/useSession";
import { HelpButton } from "./Help";

interface TopBarProps {
  isNavigationOpen: boolean;
  onNavigation: () => void;
}

export function TopBar({ isNavigationOpen, onNavigation }: TopBarProps) {
  const say = useSay();
  const { may } = useSession();
  return (
    <header className="top-bar">
      <span className="navigation-button">
        <IconButton
          label={say("frame-navigation")}
          icon="menu"
          aria-expanded={isNavigationOpen}
          aria-controls="navigation"
          onPress={onNavigation}
        />
      </span>
      <Link href="/" className="mark">
        Tonnage
      </Link>
      <TeamSwitch />
      <span className="grow" />
      {may("send_packages") && <RunningLink />}
      <span className="wide-only">
        <LanguageSwitch />
      </span>
      <HelpButton />
      <AccountMenu />
    </header>
  );
}

/** Only for those who belong to several Teams; for the others it is just the name. */
function TeamSwitch() {
  const say = useSay();
  const { team, teams, session } = useSession();
  if (teams.length === 1) return <span className="soft cut team-name">{team.name}</span>;
  return (
    <Select
      label={say("frame-team")}
      hideLabel
      value={team.id}
      onChange={(id) => session.chooseTeam(id)}
      options={teams.map((each) => ({ value: each.id, label: each.name }))}
    />
  );
}

function AccountMenu() {
  const say = useSay();
  const { user, session } = useSession();
  return (
    <Menu
      label={say("frame-account-of", { name: user.name || user.email })}
      icon="person"
      kind="quiet"
      entries={[
        { id: "account", label: say("frame-account"), icon: "person", href: "/account" },
        { id: "out", label: say("frame-sign-out"), icon: "door", act: () => session.signOut() },
      ]}
    />
  );
}

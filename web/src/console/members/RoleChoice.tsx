import { RadioGroup } from "../../kit";
import { useSay } from "../../texts/texts";
import { GIVEN_ROLES, type Role, roleHelpText, roleText } from "./rules";

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** The roles that can be given, each with what it may do: names alone tell a newcomer nothing. */
export function RoleChoice({ value, onChange, error }: RoleChoiceProps) {
  const say = useSay();
  const options = GIVEN_ROLES.map((role) => ({
    value: role,
    label: say(roleText(role)),
    help: say(roleHelpText(role)),
  }));
  return <RadioGroup label={say("members-role-field")} {...{ value, onChange, options, error }} />;
}

import { PORTAL } from "../../../facts/limits";
import { MultiSelect, RadioGroup, Section, Switch, TextField } from "../../../kit";
import { useSay } from "../../../texts/texts";
import { useSession } from "../../session/useSession";
import { useMembers } from "../../shared/data";
import type { Portal } from "../draft";
import type { SectionProps } from "./Basics";

/** Who may send, who may download, and who of the Team sees what came. */
export function Access({ form, portal }: SectionProps & { portal: Portal }) {
  const say = useSay();
  const { hasAccessCode, hasDownloadPassword, isPrivate } = form.values;
  return (
    <Section title={say("portals-access")}>
      <Switch label={say("portals-has-code")} help={say("portals-has-code-help")} {...form.flag("hasAccessCode")} />
      {hasAccessCode && (
        <TextField
          label={say("portals-code")}
          type="password"
          autoComplete="off"
          isRequired
          maxLength={PORTAL.SECRET_LONGEST_BYTES}
          {...form.field("accessCode")}
        />
      )}
      <Switch
        label={say("portals-has-password")}
        help={say("portals-has-password-help")}
        {...form.flag("hasDownloadPassword")}
      />
      {hasDownloadPassword && (
        <TextField
          label={say("portals-password")}
          type="password"
          autoComplete="new-password"
          isRequired
          maxLength={PORTAL.SECRET_LONGEST_BYTES}
          {...form.field("downloadPassword")}
        />
      )}
      <RadioGroup
        label={say("portals-level")}
        value={isPrivate ? "private" : "regular"}
        onChange={(level) =>
          form.set(level === "private" ? { isPrivate: true, teamspaceId: "" } : { isPrivate: false })
        }
        options={[
          { value: "regular", label: say("portals-regular"), help: say("portals-regular-help") },
          { value: "private", label: say("portals-private"), help: say("portals-private-help") },
        ]}
        error={form.field("isPrivate").error}
      />
      {isPrivate && <AccessList form={form} portal={portal} />}
    </Section>
  );
}

/** Members who may not see the list of members choose among those who are on this list, and themselves. */
function AccessList({ form, portal }: SectionProps & { portal: Portal }) {
  const say = useSay();
  const { may } = useSession();
  const members = useMembers(may("list_members"));
  const listed = (portal.access_list ?? []).map((entry) => ({
    value: entry.membership_id as string,
    label: entry.name || entry.email,
  }));
  const everyone = members.data?.map((member) => ({ value: member.id as string, label: member.name || member.email }));
  const { value, onChange, error } = form.field("accessList");
  return (
    <MultiSelect
      label={say("portals-access-list")}
      help={say("portals-access-list-help")}
      none={say("portals-access-list-you")}
      value={value}
      onChange={onChange}
      error={error}
      options={everyone ?? listed}
    />
  );
}

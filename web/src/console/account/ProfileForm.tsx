import { useMemo } from "react";
import { answer, api } from "../../api/client";
import { Form, Section, Select, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { timeZones } from "./zones";

/** Name, time zone, and the Team that opens first. */
export function ProfileForm() {
  const say = useSay();
  const { user, teams, session } = useSession();
  const toasts = useToasts();
  const zones = useMemo(() => timeZones(user.time_zone), [user.time_zone]);
  const { name, time_zone, preferred_team_id } = user;
  const form = useForm({
    initial: { name, time_zone, preferred_team_id },
    send: (body) => answer(api.PUT("/v1/users/{user_id}", { params: { path: { user_id: user.id } }, body })),
    done: (saved) => {
      toasts.say(say("account-saved"));
      form.reset({ name: saved.name, time_zone: saved.time_zone, preferred_team_id: saved.preferred_team_id });
      void session.reload();
    },
  });
  return (
    <Section title={say("account-group-profile")}>
      <Form form={form} action={say("account-save")} isDisabled={!form.isChanged}>
        <TextField
          label={say("account-name")}
          help={say("account-name-help")}
          autoComplete="name"
          isRequired
          {...form.field("name")}
        />
        <Select
          label={say("account-time-zone")}
          help={say("account-time-zone-help")}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          {...form.field("time_zone")}
        />
        {teams.length > 1 && (
          <Select
            label={say("account-preferred-team")}
            options={teams.map((team) => ({ value: team.id, label: team.name }))}
            {...form.field("preferred_team_id")}
          />
        )}
      </Form>
    </Section>
  );
}

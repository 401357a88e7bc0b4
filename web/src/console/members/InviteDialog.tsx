import { useQueryClient } from "@tanstack/react-query";
import { Dialog, Form, TextField, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { invite } from "./calls";
import { RoleChoice } from "./RoleChoice";
import type { Role } from "./rules";

/** Asks for someone's address and role, and sends the invitation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const { team } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const form = useForm({
    initial: { email: "", name: "", role: "member" as Role },
    send: ({ email, name, role }) => invite(team.id, { email, role, ...(name.trim() && { name }) }),
    done: (member) => {
      toasts.say(say("members-invited-done", { email: member.email }));
      void queries.invalidateQueries({ queryKey: ["members"] });
      onClose();
    },
  });
  const { value, onChange, error } = form.field("role");
  return (
    <Dialog title={say("members-invite-title", { team: team.name })} isOpen onClose={onClose}>
      <Form form={form} action={say("members-invite-send")} onCancel={onClose}>
        <TextField
          label={say("members-email-field")}
          type="email"
          autoComplete="off"
          autoFocus
          isRequired
          help={say("members-invite-help")}
          {...form.field("email")}
        />
        <TextField
          label={say("members-name-field")}
          autoComplete="off"
          help={say("members-name-help")}
          {...form.field("name")}
        />
        <RoleChoice value={value} onChange={onChange} error={error} />
        <p className="soft small">{say("members-invite-outbox")}</p>
      </Form>
    </Dialog>
  );
}

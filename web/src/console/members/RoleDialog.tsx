import { useQueryClient } from "@tanstack/react-query";
import { Dialog, Form, useForm, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useSession } from "../session/useSession";
import { changeRole } from "./calls";
import { RoleChoice } from "./RoleChoice";
import { type Member, memberName, type Role, roleText } from "./rules";

/** Gives a member another role. Whoever changes their own sees the console anew by it. */
export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useSay();
  const { user, session } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const name = memberName(member);
  const form = useForm({
    initial: { role: member.role as Role },
    send: ({ role }) => changeRole(member.id, role),
    done: (changed) => {
      toasts.say(say("members-role-changed-done", { name, role: say(roleText(changed.role)) }));
      void queries.invalidateQueries({ queryKey: ["members"] });
      if (member.user_id === user.id) void session.reload();
      onClose();
    },
  });
  const { value, onChange, error } = form.field("role");
  return (
    <Dialog title={say("members-change-role-title", { name })} isOpen onClose={onClose}>
      <Form form={form} action={say("members-change-role-save")} onCancel={onClose} isDisabled={!form.isChanged}>
        <RoleChoice value={value} onChange={onChange} error={error} />
      </Form>
    </Dialog>
  );
}

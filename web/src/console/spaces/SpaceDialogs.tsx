import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Dialog, Form, Loaded, MultiSelect, TextField, useForm, useNavigateTo, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { membersOf } from "../members/calls";
import { type Member, memberName } from "../members/rules";
import { useSession } from "../session/useSession";
import { addMembers, createSpace, renameSpace, type Space } from "./calls";

interface DialogProps {
  onClose: () => void;
}

/** Two people may have one name; the address tells them apart. */
function memberOption(member: Member) {
  const name = memberName(member);
  return { value: member.id, label: name === member.email ? name : `${name} (${member.email})` };
}

/** Asks for a name and the first members, and opens the new Teamspace. */
export function CreateSpaceDialog({ onClose }: DialogProps) {
  const say = useSay();
  const { team } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const members = useQuery(membersOf(team.id));
  const form = useForm({
    initial: { name: "", member_ids: [] as string[] },
    send: ({ name, member_ids }) => createSpace(team.id, name, member_ids),
    done: (space) => {
      toasts.say(say("spaces-created-done", { name: space.name }));
      void queries.invalidateQueries({ queryKey: ["spaces"] });
      onClose();
      navigate(`/spaces/${space.id}`);
    },
  });
  return (
    <Dialog title={say("spaces-create-title")} isOpen onClose={onClose}>
      <Form form={form} action={say("spaces-create")} onCancel={onClose}>
        <TextField label={say("spaces-name-field")} autoComplete="off" autoFocus isRequired {...form.field("name")} />
        <MultiSelect
          label={say("spaces-members-field")}
          help={say("spaces-members-help")}
          options={(members.data ?? []).map(memberOption)}
          {...form.field("member_ids")}
        />
      </Form>
    </Dialog>
  );
}

export function RenameSpaceDialog({ space, onClose }: DialogProps & { space: Space }) {
  const say = useSay();
  const toasts = useToasts();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: space.name },
    send: ({ name }) => renameSpace(space.id, name),
    done: (_, { name }) => {
      toasts.say(say("spaces-renamed-done", { name: name.trim() }));
      for (const key of ["spaces", "space"]) void queries.invalidateQueries({ queryKey: [key] });
      onClose();
    },
  });
  return (
    <Dialog title={say("spaces-rename-title", { name: space.name })} isOpen onClose={onClose} size="small">
      <Form form={form} action={say("spaces-rename")} onCancel={onClose} isDisabled={!form.isChanged}>
        <TextField label={say("spaces-name-field")} autoComplete="off" autoFocus isRequired {...form.field("name")} />
      </Form>
    </Dialog>
  );
}

/** Offers everyone who is not in the Teamspace yet. */
export function AddMembersDialog({ space, onClose }: DialogProps & { space: Space }) {
  const say = useSay();
  const { team } = useSession();
  const members = useQuery(membersOf(team.id));
  return (
    <Dialog title={say("spaces-add-members-title", { name: space.name })} isOpen onClose={onClose}>
      <Loaded query={members}>
        {(all) => <AddMembersForm space={space} onClose={onClose} candidates={outside(space, all)} />}
      </Loaded>
    </Dialog>
  );
}

function outside(space: Space, all: Member[]): Member[] {
  const inside = new Set(space.members.map((member) => member.user_id));
  return all.filter((member) => !inside.has(member.user_id));
}

function AddMembersForm({ space, onClose, candidates }: DialogProps & { space: Space; candidates: Member[] }) {
  const say = useSay();
  const toasts = useToasts();
  const queries = useQueryClient();
  const form = useForm({
    initial: { member_ids: [] as string[] },
    send: ({ member_ids }) => addMembers(space.id, member_ids),
    done: (added) => {
      toasts.say(say("spaces-members-added-done", { count: added.length }));
      for (const key of ["spaces", "space", "members"]) void queries.invalidateQueries({ queryKey: [key] });
      onClose();
    },
  });
  if (candidates.length === 0) return <p>{say("spaces-add-members-all-in")}</p>;
  const isNobody = form.values.member_ids.length === 0;
  return (
    <Form form={form} action={say("spaces-add-members")} onCancel={onClose} isDisabled={isNobody}>
      <MultiSelect
        label={say("spaces-add-members-choose")}
        options={candidates.map(memberOption)}
        {...form.field("member_ids")}
      />
    </Form>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api/client";
import { ACCOUNT } from "../../facts/limits";
import {
  Button,
  type Column,
  Empty,
  ErrorNote,
  IconButton,
  Link,
  Loaded,
  Page,
  Table,
  TextField,
  useForm,
  useToasts,
} from "../../kit";
import { formatDay } from "../../texts/format";
import { useSay, useTexts } from "../../texts/texts";
import { useSession } from "../session/useSession";
import "./tags.css";

type Tag = Schemas["TagBody"];

/** The tags of a Team: made in one line, deleted with eight seconds to undo it. */
export function TagsPage() {
  const say = useSay();
  const { team } = useSession();
  const { pending } = useToasts();
  const columns = useTagColumns();
  const query = useQuery({
    queryKey: ["tags", team.id],
    queryFn: () => answer(api.GET("/v1/teams/{team_id}/tags", { params: { path: { team_id: team.id } } })),
  });
  return (
    <Page title={say("tags-title")} lead={say("tags-intro")}>
      <NewTag />
      <Loaded query={query}>
        {(tags) => (
          <Table
            label={say("tags-title")}
            rows={tags.filter((tag) => !pending.has(tag.id))}
            columns={columns}
            rowId={(tag) => tag.id}
            empty={<Empty title={say("tags-empty-title")}>{say("tags-empty-text")}</Empty>}
          />
        )}
      </Loaded>
    </Page>
  );
}

function NewTag() {
  const say = useSay();
  const { team } = useSession();
  const toasts = useToasts();
  const queries = useQueryClient();
  const form = useForm({
    initial: { name: "" },
    send: (body) => answer(api.POST("/v1/teams/{team_id}/tags", { params: { path: { team_id: team.id } }, body })),
    done: (tag) => {
      toasts.say(say("tags-created-done", { name: tag.name }));
      form.reset({ name: "" });
      void queries.invalidateQueries({ queryKey: ["tags"] });
    },
  });
  return (
    <form className="card stack" onSubmit={form.submit} noValidate>
      <div className="new-tag">
        <TextField
          label={say("tags-name-field")}
          autoComplete="off"
          maxLength={ACCOUNT.NAME_LONGEST}
          {...form.field("name")}
        />
        <Button type="submit" kind="primary" busy={form.isBusy} isDisabled={form.values.name.trim() === ""}>
          {say("tags-create")}
        </Button>
      </div>
      {form.error !== undefined && <ErrorNote error={form.error} />}
    </form>
  );
}

function useTagColumns(): Column<Tag>[] {
  const { language, say } = useTexts();
  return [
    { id: "name", title: say("tags-column-name"), render: (tag) => <strong>{tag.name}</strong> },
    { id: "packages", title: say("tags-column-packages"), render: (tag) => <TagLinks tag={tag} /> },
    { id: "created", title: say("tags-column-created"), render: (tag) => formatDay(language, tag.created_at) },
    {
      id: "actions",
      title: say("tags-column-actions"),
      hideTitle: true,
      isFixed: true,
      render: (tag) => <DeleteTag tag={tag} />,
    },
  ];
}

function TagLinks({ tag }: { tag: Tag }) {
  const say = useSay();
  return (
    <span className="row">
      <Link href={`/sent?tags=${tag.id}`} aria-label={say("tags-show-sent", { name: tag.name })}>
        {say("tags-sent-link")}
      </Link>
      <Link href={`/received?tags=${tag.id}`} aria-label={say("tags-show-received", { name: tag.name })}>
        {say("tags-received-link")}
      </Link>
    </span>
  );
}

function DeleteTag({ tag }: { tag: Tag }) {
  const say = useSay();
  const toasts = useToasts();
  const queries = useQueryClient();
  const remove = () =>
    toasts.later(tag.id, say("tags-deleted-done", { name: tag.name }), async () => {
      await answer(api.DELETE("/v1/tags/{tag_id}", { params: { path: { tag_id: tag.id } }, keepalive: true }));
      await queries.invalidateQueries({ queryKey: ["tags"] });
    });
  return <IconButton label={say("tags-delete", { name: tag.name })} icon="trash" onPress={remove} />;
}

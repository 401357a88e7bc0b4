import { useState } from "react";
import { answer, api, CallError } from "../../api/client";
import { ACCOUNT } from "../../facts/limits";
import { Button, Form, LoadedPage, Page, TextField, useForm, useNavigateTo, useToasts } from "../../kit";
import { useSay } from "../../texts/texts";
import { useParam } from "../address";
import { type Filter, useFilter, useRefresh, useTeamId } from "../shared/data";
import { useRemoval } from "../useAct";
import { EMPTY_FILTER, type FilterDraft, filterDraftOf, patternComplaints, rulesOf } from "./draft";
import { RuleEditor } from "./RuleEditor";
import { TryBox } from "./TryBox";
import "./filters.css";

/** The page of a filter that there is. */
export function FilterPage() {
  const say = useSay();
  const id = useParam("id");
  const filter = useFilter(id);
  return (
    <LoadedPage query={filter} list={{ label: say("filters-title"), href: "/filters" }}>
      {(found) => <FilterEditor key={found.id} filter={found} />}
    </LoadedPage>
  );
}

/** The page of one that is being made. */
export function NewFilterPage() {
  return <FilterEditor />;
}

function FilterEditor({ filter }: { filter?: Filter }) {
  const say = useSay();
  const { form, complaints, setDraft } = useFilterForm(filter);
  const { draft } = form.values;
  return (
    <Page
      title={filter ? filter.name : say("filters-create")}
      crumbs={[{ label: say("filters-title"), href: "/filters" }]}
      actions={filter && <DeleteButton filter={filter} />}
    >
      <div className="filter-columns">
        <div className="card">
          <Form form={form} action={say(filter ? "save" : "filters-create")}>
            <TextField
              label={say("filters-name")}
              isRequired
              {...form.field("name")}
              maxLength={ACCOUNT.NAME_LONGEST}
              autoFocus={!filter}
            />
            <RuleEditor draft={draft} complaints={complaints} onChange={setDraft} />
          </Form>
        </div>
        <TryBox draft={draft} />
      </div>
    </Page>
  );
}

interface FilterValues {
  name: string;
  draft: FilterDraft;
}

function useFilterForm(filter: Filter | undefined) {
  const say = useSay();
  const team = useTeamId();
  const toasts = useToasts();
  const navigate = useNavigateTo();
  const refresh = useRefresh();
  const [complaints, setComplaints] = useState(new Map<number, string>());
  const initial = filter ? filterDraftOf(filter) : EMPTY_FILTER;
  const form = useForm<FilterValues, Filter>({
    initial: { name: initial.name, draft: initial },
    check: ({ name }) => (name.trim() === "" ? { name: say("filters-name-missing") } : {}),
    send: async ({ name, draft }) => {
      const body = { name: name.trim(), rules: rulesOf(draft) };
      const call = filter
        ? api.PUT("/v1/filters/{filter_id}", { params: { path: { filter_id: filter.id } }, body })
        : api.POST("/v1/teams/{team_id}/filters", { params: { path: { team_id: team } }, body });
      return answer<Filter>(call).catch((error) => {
        if (error instanceof CallError) setComplaints(patternComplaints(draft, error.fields));
        throw error;
      });
    },
    done: (saved) => {
      refresh("filters");
      toasts.say(say("filters-saved", { name: saved.name }));
      if (!filter) navigate(`/filters/${saved.id}`);
    },
  });
  const setDraft = (draft: FilterDraft) => {
    setComplaints(new Map());
    form.set({ draft });
  };
  return { form, complaints, setDraft };
}

function DeleteButton({ filter }: { filter: Filter }) {
  const say = useSay();
  const { id, name } = filter;
  const remove = useRemoval({
    title: say("filters-delete-title", { name }),
    body: say("filters-delete-body"),
    remove: () => answer(api.DELETE("/v1/filters/{filter_id}", { params: { path: { filter_id: id } } })),
    said: say("filters-deleted", { name }),
    changes: ["filters"],
    to: "/filters",
  });
  return (
    <Button kind="danger" icon="trash" onPress={remove}>
      {say("delete")}
    </Button>
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, CallError, type Schemas } from "../../api/client";
import { FILTER } from "../../facts/limits";
import { Badge, ErrorNote, TextField } from "../../kit";
import { shownName } from "../../texts/format";
import { useSay } from "../../texts/texts";
import { useTeamId } from "../shared/data";
import { useSettled } from "../shared/settled";
import { type FilterDraft, namesOf, rulesOf } from "./draft";

const EXAMPLES = "A001_C003.mov\nnotes.txt\n.DS_Store\nscene 12/take 4.wav";

/** Tries the patterns on names while they are written, by the server's own matcher: there is no second opinion. */
export function TryBox({ draft }: { draft: FilterDraft }) {
  const say = useSay();
  const [text, setText] = useState(EXAMPLES);
  const rules = useSettled(rulesOf(draft));
  const names = useSettled(namesOf(text));
  const tried = useTried(rules, names);
  const passing = tried.data?.filter((name) => name.passes).length ?? 0;
  return (
    <section className="card stack" aria-labelledby="try-title">
      <h2 id="try-title">{say("filters-try")}</h2>
      <TextField
        label={say("filters-try-names")}
        help={say("filters-try-help", { most: FILTER.NAMES_MOST })}
        lines={6}
        value={text}
        onChange={setText}
        isCode
        spellCheck={false}
      />
      {tried.isError && <Complaint error={tried.error} />}
      {tried.data && !tried.isError && names.length > 0 && (
        <>
          <p role="status">{say("filters-try-result", { passing, all: tried.data.length })}</p>
          <ul className="tried">
            {tried.data.map((name) => (
              <Tried key={name.name} name={name} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function useTried(rules: Schemas["FilterRule"][], names: string[]) {
  const team = useTeamId();
  const hasPattern = (rules[0]?.values.length ?? 0) > 0;
  return useQuery({
    queryKey: ["filters-try", team, rules, names],
    queryFn: ({ signal }) =>
      answer<Schemas["TriedName"][]>(
        api.POST("/v1/teams/{team_id}/filters/try", {
          params: { path: { team_id: team } },
          body: { rules, names: names.slice(0, FILTER.NAMES_MOST) },
          signal,
        }),
      ),
    enabled: hasPattern && names.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A pattern that is only half written is no failure worth a red banner. */
function Complaint({ error }: { error: unknown }) {
  const say = useSay();
  const found = error instanceof CallError && error.status === 400 ? error.fields[0] : undefined;
  if (!found) return <ErrorNote error={error} />;
  const number = Number(/values\[(\d+)\]/.exec(found.field)?.[1] ?? 0) + 1;
  return (
    <p className="banner warn" role="status">
      {say("filters-try-broken", { number, reason: found.message })}
    </p>
  );
}

function Tried({ name }: { name: Schemas["TriedName"] }) {
  const say = useSay();
  return (
    <li className="row spread">
      <code>{shownName(name.name)}</code>
      {name.passes ? (
        <Badge tone="good">{say("filters-passes")}</Badge>
      ) : (
        <Badge tone="warn" icon="close">
          {say("filters-held-back")}
        </Badge>
      )}
    </li>
  );
}

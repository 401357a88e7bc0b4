import { useEffect, useReducer, useRef, useState } from "react";
import { CallError } from "../../api/client";
import { useSay } from "../../texts/texts";
import { changeForm, type FormChange, type FormDraft } from "./draft";
import { type Complaint, complaintsOf, formProblems } from "./problems";

/** A form while it is edited and sent: what is wrong with it, by us before and by the server after. */
export function useFormEditor(initial: FormDraft, send: (draft: FormDraft) => Promise<void>) {
  const say = useSay();
  const [draft, dispatch] = useReducer(changeForm, initial);
  const [start, setStart] = useState(() => told(initial));
  const isChanged = told(draft) !== start;
  const read = told(initial);
  const known = useRef(read);
  // What someone else saved is shown as long as nobody has begun to change it here; a draft is never thrown away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server counts.
  useEffect(() => {
    if (known.current === read) return;
    known.current = read;
    if (isChanged) return;
    dispatch({ kind: "replace", draft: initial });
    setStart(read);
  }, [read]);
  const [complaints, setComplaints] = useState<Complaint[]>([]);
  const [isTold, setTold] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [serverNameError, setServerNameError] = useState<string>();
  const hasName = draft.name.trim() !== "";
  const change = (wanted: FormChange) => {
    dispatch(wanted);
    if (wanted.kind === "change") setComplaints((all) => all.filter(({ key }) => key !== wanted.key));
    if (wanted.kind === "settings") setServerNameError(undefined);
  };
  const save = async () => {
    setTold(true);
    setError(undefined);
    if (!hasName || formProblems(draft).size > 0) return;
    setBusy(true);
    try {
      await send(draft);
      setStart(told(draft));
      setTold(false);
    } catch (failure) {
      const fields = failure instanceof CallError ? failure.fields : [];
      const found = complaintsOf(draft, fields);
      setComplaints(found);
      setServerNameError(fields.find(({ field }) => field === "name")?.message);
      if (found.length === 0) setError(failure);
    }
    setBusy(false);
  };
  const nameError = serverNameError ?? (isTold && !hasName ? say("forms-name-missing") : undefined);
  return { draft, change, complaints, isTold, isBusy, isChanged, error, nameError, save };
}

/** What a form says, without the keys, which are new ones each time that it is read. */
function told({ fields, ...rest }: FormDraft): string {
  return JSON.stringify([rest, fields.map(({ key, followsLabel, ...field }) => field)]);
}

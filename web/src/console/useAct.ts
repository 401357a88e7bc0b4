import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Question, useConfirm, useNavigateTo, useToasts } from "../kit";
import { useSay } from "../texts/texts";

export interface ActOptions<I, R> {
  act: (input: I) => Promise<R>;
  /** What is said when it is done. */
  said?: ((result: R, input: I) => string) | undefined;
  /** Takes it back; offered where it is said that it is done. */
  undo?: ((input: I) => Promise<unknown>) | undefined;
  /** The first words of the keys of queries that are no longer true then. */
  changes?: readonly string[] | undefined;
  done?: ((result: R, input: I) => void) | undefined;
}

/** Something that a press does at the server: says when it is done or why not, and has lists read anew. */
export function useAct<I = void, R = unknown>({ act, said, undo, changes = [], done }: ActOptions<I, R>) {
  const toasts = useToasts();
  const queries = useQueryClient();
  const readAgain = () => Promise.all(changes.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (result, input) => {
      if (said) toasts.say(said(result, input), undo && (() => undo(input).then(readAgain)));
      done?.(result, input);
      await readAgain();
    },
    onError: (error) => toasts.fail(error),
  });
  return { act: mutation.mutate, isBusy: mutation.isPending };
}

/** The same, but asks before. */
export function useAskedAct<R>({ question, ...options }: ActOptions<void, R> & { question: Question }): () => void {
  const confirm = useConfirm();
  const { act } = useAct(options);
  const ask = async () => {
    if (await confirm(question)) act();
  };
  return () => void ask();
}

export interface Removal extends Pick<Question, "title" | "body" | "typed"> {
  /** The verb on the button, where "Delete" does not say enough. */
  action?: string | undefined;
  remove: () => Promise<unknown>;
  /** What is said when it is gone. */
  said: string;
  undo?: (() => Promise<unknown>) | undefined;
  changes: readonly string[];
  /** Where its page leads then. */
  to: string;
  done?: (() => void) | undefined;
}

/** Deletes the thing that a page shows: asks, deletes it, says so, and leaves the page. */
export function useRemoval({ remove, said, undo, changes, to, done, action, ...question }: Removal): () => void {
  const say = useSay();
  const navigate = useNavigateTo();
  return useAskedAct({
    question: { ...question, action: action ?? say("delete"), isDanger: true },
    act: remove,
    said: () => said,
    undo,
    changes,
    done: () => {
      done?.();
      navigate(to);
    },
  });
}

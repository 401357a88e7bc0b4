import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToasts } from "../kit";

export interface ActOptions<I, R> {
  act: (input: I) => Promise<R>;
  /** What is said when it is done. */
  said?: ((result: R, input: I) => string) | undefined;
  /** The first words of the keys of queries that are no longer true then. */
  changes?: readonly string[] | undefined;
  done?: ((result: R, input: I) => void) | undefined;
}

/** Something that a press does at the server: says when it is done or why not, and has lists read anew. */
export function useAct<I = void, R = unknown>({ act, said, changes = [], done }: ActOptions<I, R>) {
  const toasts = useToasts();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: async (result, input) => {
      if (said) toasts.say(said(result, input));
      done?.(result, input);
      await Promise.all(changes.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => toasts.fail(error),
  });
  return { act: mutation.mutate, isBusy: mutation.isPending };
}

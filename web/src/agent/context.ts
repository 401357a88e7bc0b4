import { createContext, useCallback, useContext, useState, useSyncExternalStore } from "react";
import { useToasts } from "../kit";
import type { AgentState, AgentStore } from "./store";

export const StoreContext = createContext<AgentStore | undefined>(undefined);

export function useStore(): AgentStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("the agent is used outside of its page");
  return store;
}

export function useAgent(): AgentState {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** Does something, says so, and shows what became of it; a failure is told and nothing is lost. */
export function useAct(): { act: (work: () => Promise<unknown>, said?: string) => void; isBusy: boolean } {
  const store = useStore();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const act = useCallback(
    (work: () => Promise<unknown>, said?: string) => {
      setBusy(true);
      work()
        .then(async () => {
          if (said) toasts.say(said);
          await store.refresh();
        })
        .catch((error: unknown) => toasts.fail(error))
        .finally(() => setBusy(false));
    },
    [store, toasts],
  );
  return { act, isBusy };
}

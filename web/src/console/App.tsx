import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { CallError } from "../api/client";
import { makeRouter } from "./router";
import { ServerContext, type ServerFacts } from "./server";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server has refused it will refuse again; what did not reach it may.
      retry: (count, error) => error instanceof CallError && error.isPassing && count < 3,
    },
  },
});

/** The whole console: its pages by address, and what they have read from the server. */
export function App({ server }: { server: ServerFacts }) {
  const router = useMemo(makeRouter, []);
  return (
    <ServerContext.Provider value={server}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServerContext.Provider>
  );
}

import { createContext, useContext } from "react";
import type { BootPage } from "../ui/boot";

/** What the server told this page about itself: its address, and the domain of its Portals. */
export type ServerFacts = Extract<BootPage, { kind: "console" }>;

export const ServerContext = createContext<ServerFacts | undefined>(undefined);

export function useServer(): ServerFacts {
  const server = useContext(ServerContext);
  if (!server) throw new Error("the console's page told nothing about its server");
  return server;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAgent, type TestAgent } from "./agent";
import { receiver } from "./furnish";
import { closeVisitors, startServer, type TestServer } from "./harness";

/** A server with who hears its webhooks, and an agent with a folder of its own. */
export interface Stage {
  server: TestServer;
  hook: string;
  agent: TestAgent;
  folder: string;
  clear: () => Promise<void>;
}

export async function setStage(variables: Record<string, string> = {}): Promise<Stage> {
  const hooks = await receiver();
  const server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8", ...variables });
  const folder = mkdtempSync(join(tmpdir(), "tonnage-stage-"));
  const agent = await startAgent(server, folder);
  const clear = async () => {
    await closeVisitors();
    await agent.stop();
    await server.stop();
    await hooks.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, hook: hooks.url, agent, folder, clear };
}

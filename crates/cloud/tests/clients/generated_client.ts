// Uses the client that a generator wrote from our description: compiled strictly, so the types must be right as well.

import { createClient, createConfig } from "./made/client";
import { apiKeysCreate, authSignIn, packageListsSent, packagesCreate, packagesUpdate } from "./made/sdk.gen";

declare const process: { argv: string[]; exit(code: number): void };

const [baseUrl, team, password] = process.argv.slice(2) as [string, string, string];

async function story(): Promise<void> {
  const anyone = createClient(createConfig({ baseUrl }));
  const refused = await authSignIn({ client: anyone, body: { email: "anna@example.org", password: "wrong" } });
  check(refused.response?.status === 401 && refused.error?.message !== undefined, refused.error);

  const body = { email: "anna@example.org", password };
  const { data: session } = await authSignIn({ client: anyone, body, throwOnError: true });
  const user = createClient(
    createConfig({ baseUrl, auth: (scheme) => (scheme.name === "X-User-Token" ? session.token : undefined) }),
  );
  const path = { team_id: team };
  const query = { status: "new" };
  const before = await packageListsSent({ client: user, path, query, throwOnError: true });
  const made = await packagesCreate({
    client: user,
    path,
    body: { name: "Made by a generated client", description: "", recipients: [] },
    throwOnError: true,
  });
  check(made.response.status === 201, made.response.status);
  const after = await packageListsSent({ client: user, path, query, throwOnError: true });
  check(after.data.metadata.total === before.data.metadata.total + 1, after.data.metadata);
  check(after.data.records[0]?.id === made.data.id, after.data.records);

  const holder = createClient(createConfig({ baseUrl, auth: made.data.access_token }));
  const renaming = { client: holder, path: { package_id: made.data.id }, throwOnError: true } as const;
  const renamed = await packagesUpdate({ ...renaming, body: { name: "Renamed" } });
  check(renamed.data.name === "Renamed", renamed.data);

  const key = { name: "Key", state: "active", scopes: ["read"] };
  const createdKey = await apiKeysCreate({ client: user, path, body: key, throwOnError: true });
  check(createdKey.data.name === "Key", createdKey.data);
  console.log("all well");
}

function check(isRight: boolean, found: unknown): void {
  if (!isRight) {
    throw new Error(`unexpected: ${JSON.stringify(found)}`);
  }
}

story().catch((error) => {
  console.error(error);
  process.exit(1);
});

import type { TestServer } from "./harness";
import { tokenOf } from "./signedIn";

const PASSWORD = "a sentence of somebody else";

/** Somebody who was invited into the Team and has come: their token. */
export async function joined(server: TestServer, email: string, name: string, role: string): Promise<string> {
  const { team_id } = server.team;
  const owner = { "x-user-token": await tokenOf(server) };
  await server.call("POST", `/v1/teams/${team_id}/members`, { email, role, name }, owner);
  const outbox = await server.call<{ records: { id: string; recipient: string }[] }>(
    "GET",
    `/v1.1/teams/${team_id}/outbox`,
    undefined,
    owner,
  );
  const mail = outbox.records.find((record) => record.recipient === email);
  const { text } = await server.call<{ text: string }>(
    "GET",
    `/v1/teams/${team_id}/outbox/${mail?.id}`,
    undefined,
    owner,
  );
  const token = /[?&]token=([^\s&]+)/.exec(text)?.[1];
  await server.call("POST", "/v1/auth/accept_invitation", { token, password: PASSWORD, name }, {});
  return tokenOf(server, email, PASSWORD);
}

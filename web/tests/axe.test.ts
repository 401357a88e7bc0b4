import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsInForms } from "./axe";
import { CONSOLE_LISTS, go } from "./consolePages";
import { consolePagesOf, type Furnished, furnish, receiver } from "./furnish";
import { closeVisitors, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;
let hooks: Awaited<ReturnType<typeof receiver>>;
let furnished: Furnished;

beforeAll(async () => {
  hooks = await receiver();
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
  furnished = await furnish(server, (field) => `Some ${field}`, { hook: hooks.url });
});

afterAll(async () => {
  await closeVisitors();
  await server.stop();
  await hooks.close();
});

/** A Portal with everything switched on that can be: each switch shows more of the page. */
const EVERYTHING = {
  name: "Dailies",
  subdomain: "dailies",
  active: true,
  access_level: "private",
  has_access_code: true,
  access_code: "4711",
  has_download_password: true,
  download_password: "secret",
  terms_of_service_enabled: true,
  terms_of_service: { title: "House rules" },
  package_size_restriction_enabled: true,
  max_file_count: 20,
  file_type_restriction_enabled: true,
  file_types: [".mov"],
  package_name_format_enabled: true,
  package_name_format: { label: "Letters", value: "[a-z]+" },
  expiry_enabled: true,
  expiry: "2100-01-01T00:00:00.000Z",
  custom_expiry_days: 4,
  recipients: ["bo@example.org"],
};

describe("nobody is shut out", () => {
  it("of any page of the console", async () => {
    const portals = `/v1/teams/${server.team.team_id}/portals`;
    const { id } = await server.call<{ id: string }>("POST", portals, EVERYTHING);
    const { page, open, close } = await signedIn(server);
    await open("/");
    const found: string[] = [];
    for (const path of [...CONSOLE_LISTS, ...consolePagesOf(furnished), `/portals/${id}`]) {
      if (await go(page, path)) found.push(...(await faultsInForms(page, path)));
      else found.push(`${path} does not come to rest`);
    }
    expect(found).toEqual([]);
    await close();
  });
});

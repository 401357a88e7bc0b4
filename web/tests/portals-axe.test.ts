import AxeBuilder from "@axe-core/playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
});

afterAll(async () => {
  await closeBrowser();
  await server.stop();
});

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
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

/** One of each kind, so that no page of these areas is empty. */
async function pagesWithContent(): Promise<string[]> {
  const create = async (path: string, body: object) => (await server.call<{ id: string }>("POST", path, body)).id;
  const team = `/v1/teams/${server.team.team_id}`;
  const portal = await create(`${team}/portals`, EVERYTHING);
  const fields = [
    { name: "title", type: "package_name", visibility: "required" },
    { name: "camera", type: "radio", options: ["A", "B"] },
    { name: "show", type: "short_text", visibility: "readonly", default_value: "Film" },
  ];
  await create(`/v1/portals/${portal}/form`, { name: "Dailies", delivery_formats: ["json"], fields });
  const rules = [{ action: "include", criterion: "file_name", operator: "regex_match", values: ["mov$", "mxf$"] }];
  const filter = await create(`${team}/filters`, { name: "Originals", rules });
  const gateway = await create(`${team}/cloud_connections`, { name: "NAS", provider: "vendor_m_sg" });
  const url = `${server.api.replace("localhost", "127.0.0.1")}/healthz`;
  const hook = {
    name: "Ingest",
    url,
    method: "POST",
    active: true,
    events: ["package.created"],
    headers: { "X-A": "b" },
  };
  const webhook = await create(`${team}/custom_webhooks`, hook);
  return [
    ...["/portals", "/portals?new=1", `/portals/${portal}`, `/portals/${portal}/form`, "/forms", "/forms/new"],
    ...["/filters", `/filters/${filter}`, "/webhooks", "/webhooks/new", `/webhooks/${webhook}`],
    ...["/connections", "/connections/new", "/connections/new?provider=vendor_d_box", `/connections/${gateway}`],
  ];
}

test.runIf(process.env.TONNAGE_TEST_DEEP)(
  "no page of Portals and integrations shuts anybody out, wide or narrow, light or dark",
  async () => {
    const paths = await pagesWithContent();
    const looks = [
      { viewport: { width: 1280, height: 800 }, colorScheme: "light", language: "en" },
      { viewport: { width: 320, height: 800 }, colorScheme: "dark", language: "de" },
    ] as const;
    for (const { language, ...look } of looks) {
      const { page, faults, open } = await signedIn(server, look);
      await page.context().addInitScript((chosen) => localStorage.setItem("tonnage.language", chosen), language);
      for (const path of paths) {
        await open(path);
        await page.getByRole("heading").first().waitFor();
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        expect(violations, `${path} ${look.colorScheme}`).toEqual([]);
        const overhang = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overhang, `${path} ${look.viewport.width}`).toBe(0);
      }
      expect(faults.refused).toEqual([]);
    }
  },
  300_000,
);

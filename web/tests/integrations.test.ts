import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, screenshot, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

let server: TestServer;
const closing: Server[] = [];

beforeAll(async () => {
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
});

afterAll(async () => {
  for (const each of closing) each.close();
  await closeVisitors();
  await server.stop();
});

interface Heard {
  method: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A program of somebody's own that writes down what it is told, and answers always the same. */
async function receiver(status: number, answer = ""): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const listening = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", headers } = request;
      heard.push({ method, headers, body: Buffer.concat(parts).toString() });
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(answer);
    });
  });
  closing.push(listening);
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, heard };
}

test("a filter is tried on names before it is kept", async () => {
  const { page, faults, open } = await signedIn(server);
  await open("/filters");
  await page.getByText("No filters yet").waitFor();
  await page.getByRole("link", { name: "Create filter" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Camera originals");
  await page.getByLabel("Create a pattern for file extensions").fill("mov, mxf");
  await page.getByRole("button", { name: "Add pattern for extensions" }).click();
  await page.getByRole("textbox", { name: "File names" }).fill("A001.MOV\nnotes.txt\nmov\nb.mxf");
  await page.getByText("2 of 4 files are forwarded.").waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "notes.txt" }).textContent()).toContain("Skipped");
  await page.getByLabel("All except matching files").check();
  await page.getByText("2 of 4 files are forwarded.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "notes.txt" }).getByText("Forwarded").waitFor();
  await screenshot(page, "filter-tried");
  await page.getByRole("button", { name: "Add pattern", exact: true }).click();
  const second = page.getByRole("textbox", { name: "Pattern 2" });
  await second.fill("(unclosed");
  await page.getByText("Pattern 2 is invalid").waitFor();
  await page.getByRole("button", { name: "Create filter" }).click();
  await page.getByText("is not valid RE2").last().waitFor();
  await expect.poll(() => second.getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("button", { name: "Remove pattern 2" }).click();
  await page.getByRole("button", { name: "Create filter" }).click();
  await page.getByText("Filter Camera originals saved.").waitFor();
  const filters = await server.call<{ rules: object[] }[]>("GET", `/v1/teams/${server.team.team_id}/filters`);
  expect(filters.map((filter) => filter.rules)).toEqual([
    [{ action: "exclude", criterion: "file_name", operator: "regex_match", values: ["(?i)\\.(mov|mxf)$"] }],
  ]);
  expect(faults.refused).toEqual([]);
});

test("a webhook tells its secret once, is tested, and an event is sent again", async () => {
  const { url, heard } = await receiver(200);
  const { page, faults, open } = await signedIn(server);
  await open("/webhooks/new");
  await page.getByLabel("Name", { exact: true }).fill("Ingest");
  await page.getByLabel("URL").fill(`${url}/hook`);
  await page.getByRole("group", { name: "Headers" }).getByRole("button", { name: "Add row" }).click();
  await page.getByLabel("Headers: name 1").fill("X-Door");
  await page.getByLabel("Headers: value 1").fill("open");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByRole("status", { name: "Signing secret" }).textContent();
  expect(secret).toMatch(/^whsec_/);
  await screenshot(page, "webhook-secret");
  await page.getByRole("link", { name: "I’ve saved the secret" }).click();
  await page.getByText("No deliveries yet").waitFor();
  expect(await page.content()).not.toContain(secret ?? "");
  await page.getByRole("button", { name: "Send test event" }).click();
  const rows = page.getByRole("table", { name: "Deliveries" }).getByRole("row");
  await rows.filter({ hasText: "Delivered" }).first().waitFor();
  const sent = heard.filter((each) => each.method === "POST");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers["x-door"]).toBe("open");
  expect(JSON.parse(sent[0]?.body ?? "{}")).toMatchObject({ event_type: "webhook.test" });
  await page.getByRole("button", { name: "Test event", exact: true }).click();
  await screenshot(page, "webhook-delivery");
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => rows.filter({ hasText: "Delivered" }).count()).toBe(2);
  expect(heard.filter((each) => each.method === "POST").map((each) => each.headers["webhook-id"])).toEqual([
    sent[0]?.headers["webhook-id"],
    sent[0]?.headers["webhook-id"],
  ]);
  expect(faults.refused).toEqual([]);
});

test("a key that the provider refuses is told with the provider's reason, and nothing typed is lost", async () => {
  const refusal = "<Error><Code>InvalidAccessKeyId</Code><Message>No such key at this provider</Message></Error>";
  const { url } = await receiver(403, refusal);
  const { page, faults, open } = await signedIn(server);
  await open("/connections");
  await page.getByText("No connections yet").waitFor();
  await page.getByRole("link", { name: "Add connection" }).first().click();
  await page.getByRole("link", { name: "with an endpoint and a region" }).click();
  await page.getByRole("button", { name: "Connect and test" }).click();
  expect(await page.getByText("Required", { exact: true }).count()).toBe(5);
  await page.getByLabel("Access key ID").fill("AKIA");
  await page.getByLabel("Secret key").fill("wrong");
  await page.getByLabel("Bucket or container").fill("dailies");
  await page.getByLabel("Endpoint URL").fill(url);
  await page.getByLabel("Region").fill("eu-1");
  await page.getByRole("button", { name: "Connect and test" }).click();
  await page.getByText("No such key at this provider").waitFor();
  await screenshot(page, "connection-refused");
  expect(await page.getByLabel("Bucket or container").inputValue()).toBe("dailies");
  expect(await server.call("GET", `/v1/teams/${server.team.team_id}/cloud_connections`)).toEqual([]);
  expect(faults.refused).toEqual([]);
});

test("a gateway tells its token once, and shows whether it is there", async () => {
  const { page, faults, open } = await signedIn(server);
  await open("/connections/new");
  await page.getByRole("link", { name: "NAS device" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Studio NAS");
  await page.getByRole("button", { name: "Connect and test" }).click();
  const token = await page.getByRole("status", { name: "Gateway token" }).textContent();
  expect(token?.length).toBeGreaterThan(20);
  await page.getByRole("link", { name: "I’ve saved the token" }).click();
  await page.getByRole("heading", { level: 1, name: "Studio NAS" }).waitFor();
  await page.getByText("Gateway offline").waitFor();
  expect(await page.content()).not.toContain(token ?? "");
  expect(faults.refused).toEqual([]);
});

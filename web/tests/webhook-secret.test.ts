import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeVisitors, screenshot, startServer, type TestServer } from "./harness";
import { signedIn } from "./signedIn";

interface Event {
  id: string;
  at: string;
  signatures: string[];
  body: string;
}

let server: TestServer;
let listening: Server;
const heard: Event[] = [];

beforeAll(async () => {
  server = await startServer({ TONNAGE_EGRESS__ALLOW: "127.0.0.0/8" });
  listening = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`] ?? "");
      const body = Buffer.concat(parts).toString();
      heard.push({ id: header("id"), at: header("timestamp"), signatures: header("signature").split(" "), body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  listening.close();
  await closeVisitors();
  await server.stop();
});

/** Whether an event carries the signature that this secret makes, by the Standard Webhooks scheme. */
function isSignedWith(secret: string, { id, at, signatures, body }: Event): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  return signatures.includes(`v1,${digest}`);
}

test("a new secret is shown once, and events are signed with both for a while", async () => {
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/hook`;
  const made = await server.call<{ id: string; signing_secret: string }>(
    "POST",
    `/v1/teams/${server.team.team_id}/custom_webhooks`,
    { name: "Ingest", url, active: true, method: "POST", events: ["package.finalized"] },
  );
  const { page, faults, open, close } = await signedIn(server);
  await open(`/webhooks/${made.id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Replace secret" }).click();
  await page.getByRole("alertdialog").getByText("signed with both secrets for 24 hours").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create new secret" }).click();
  const secret = (await page.getByRole("status", { name: "Signing secret" }).textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(made.signing_secret);
  await screenshot(page, "webhook-rotated");
  // Neither Escape nor a press beside it may take the secret away.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I’ve saved the secret" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("row").filter({ hasText: "Delivered" }).first().waitFor();
  const [event] = heard.filter((each) => each.body.includes("webhook.test"));
  expect(event && isSignedWith(secret, event)).toBe(true);
  expect(event && isSignedWith(made.signing_secret, event)).toBe(true);
  expect(faults.refused).toEqual([]);
  await close();
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fillPackage, noise, sendPackage, type TestServer } from "./harness";
import { tokenOf } from "./signedIn";

/** What stands in a field of this name. */
export type Words = (field: string) => string;

/** Pages about the things that were made, besides the lists of them. */
export interface Furnished {
  space: string;
  filter: string;
  template: string;
  connection: string;
  webhook: string;
  portalSettings: string;
  portalForm: string;
  sent: string;
  received: string;
  /** What strangers see. */
  portal: string;
  download: string;
}

/** Those of them that are pages of the console. */
export function consolePagesOf({ portal, download, ...pages }: Furnished): string[] {
  return Object.values(pages);
}

/** Answers whatever it is asked, as it was last told to; a server reaches it only where its egress allows loopback. */
export async function receiver(): Promise<{
  url: string;
  answer: (status: number, body: string) => void;
  close: () => Promise<void>;
}> {
  let [status, body] = [200, ""];
  const server: Server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    answer: (...told) => {
      [status, body] = told;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Made {
  id: string;
}

/** One of everything that a Team can have, with these words wherever people may write their own. */
export async function furnish(
  server: TestServer,
  words: Words,
  { number = 0, hook }: { number?: number; hook: string },
): Promise<Furnished> {
  const team = `/v1/teams/${server.team.team_id}`;
  const make = async (path: string, body: unknown) => (await server.call<Made>("POST", path, body)).id;
  const member = await make(`${team}/members`, {
    email: `person${number}@example.org`,
    name: words("member name"),
    role: "member",
  });
  const space = await make(`${team}/spaces`, { name: words("space name"), member_ids: [member] });
  const tag = await make(`${team}/tags`, { name: words("tag name") });
  await makeKey(server, words);
  const filter = await make(`${team}/filters`, {
    name: words("filter name"),
    rules: [
      {
        action: "include",
        criterion: "file_name",
        operator: "regex_match",
        values: [`\\Q${words("filter pattern")}\\E`],
      },
    ],
  });
  const template = await make(`${team}/forms/templates`, { ...form(words), name: words("template name") });
  const connection = await make(`${team}/cloud_connections`, {
    name: words("connection name"),
    provider: "desktop_sg",
  });
  const webhook = await make(`${team}/custom_webhooks`, hookBody(words, hook));
  const portal = await make(`${team}/portals`, portalBody(words, number, tag));
  await make(`/v1/portals/${portal}/form`, form(words));
  const sent = await sendOne(server, words, { number, tag, space });
  const received = await receive(server, words, portal);
  return {
    space: `/spaces/${space}`,
    filter: `/filters/${filter}`,
    template: `/forms/${template}`,
    connection: `/connections/${connection}`,
    webhook: `/webhooks/${webhook}`,
    portalSettings: `/portals/${portal}`,
    portalForm: `/portals/${portal}/form`,
    sent: `/packages/${sent.id}`,
    received: `/packages/${received}`,
    portal: `/p/furnished-${number}`,
    download: sent.link,
  };
}

async function makeKey(server: TestServer, words: Words): Promise<void> {
  const body = { name: words("key name"), description: words("key description"), state: "active" };
  const headers = { "x-user-token": await tokenOf(server) };
  await server.call("POST", `/v1/teams/${server.team.team_id}/api_keys`, body, headers);
}

function hookBody(words: Words, url: string) {
  return {
    name: words("webhook name"),
    active: true,
    events: ["package.finalized"],
    method: "POST",
    url: `${url}?${encodeURIComponent(words("webhook query"))}`,
    // Its value is never shown.
    headers: { "X-Note": "a note" },
    body_extras: { note: words("webhook extra") },
  };
}

function form(words: Words) {
  const field = (name: string, type: string, more: object = {}) => ({
    name,
    type,
    label: words(`label of ${name}`),
    ...more,
  });
  return {
    name: words("form name"),
    delivery_formats: ["json"],
    fields: [
      field("scene", "short_text", { default_value: words("default value") }),
      field("camera", "dropdown", { options: [words("first option"), words("second option")] }),
      field("sound", "radio", { options: [words("first button"), words("second button")] }),
      field("extras", "checkbox", { options: [words("first box"), words("second box")] }),
      field("notes", "long_text"),
      field("show", "short_text", { visibility: "readonly", default_value: words("fixed value") }),
    ],
  };
}

function portalBody(words: Words, number: number, tag: string) {
  return {
    name: words("portal name"),
    subdomain: `furnished-${number}`,
    active: true,
    message: words("portal message"),
    primary_color: "#336699",
    recipients: [`teller${number}@example.org`],
    terms_of_service_enabled: true,
    terms_of_service: {
      title: words("terms title"),
      description: words("terms description"),
      checkbox_label: words("terms label"),
      checkbox_url: "https://example.org/terms",
    },
    package_size_restriction_enabled: true,
    max_file_count: 20,
    package_name_format_enabled: true,
    package_name_format: { label: words("name format"), value: ".+" },
    custom_expiry_days: 4,
    tag: { id: tag },
  };
}

/** File names may hold anything but what divides folders. */
export const fileName = (text: string) => text.replaceAll(/[/\\]/g, " ").trim();

function fileOf(words: Words, kind: string): Record<string, Uint8Array> {
  return { [`${fileName(words(`${kind} folder`))}/${fileName(words(`${kind} file`))}.mov`]: noise(2_000, 7) };
}

/** A package for someone who is mailed, in a Teamspace, with a link besides. */
async function sendOne(
  server: TestServer,
  words: Words,
  { number, tag, space }: { number: number; tag: string; space: string },
): Promise<Made & { link: string }> {
  const sent = await sendPackage(server, words("package name"), fileOf(words, "sent"), {
    description: words("package description"),
    recipients: [`reader${number}@example.org`],
    teamspace_id: space,
    tag: { id: tag },
  });
  const token = { "x-package-token": sent.access_token };
  const link = await server.call<Made & { download_secret: string }>(
    "POST",
    `/v1/packages/${sent.id}/links`,
    {},
    token,
  );
  return { id: sent.id, link: `/d/${link.id}?secret=${link.download_secret}` };
}

/** A package that a visitor sent through the Portal, with the form filled in. */
async function receive(server: TestServer, words: Words, portal: string): Promise<string> {
  const answers = {
    scene: { value: words("answer") },
    camera: { value: words("first option") },
    sound: { value: words("first button") },
    notes: { value: words("long answer") },
  };
  const response = await server.call<Made>("POST", `/v1/portals/${portal}/form/responses`, answers, {});
  const body = {
    name: words("received name"),
    description: words("received description"),
    sender: "sender@example.org",
    form_data_id: response.id,
  };
  const received = await server.call<Made & { access_token: string }>(
    "POST",
    `/v1/portals/${portal}/packages`,
    body,
    {},
  );
  await fillPackage(server, received, fileOf(words, "received"));
  return received.id;
}

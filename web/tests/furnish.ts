import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { noise, sendPackage, type TestServer } from "./harness";
import { tokenOf } from "./signedIn";

/** What stands in a field of this name. */
export type Words = (field: string) => string;

/** Pages about the things that were made, besides the lists of them. */
export interface Furnished {
  console: string[];
  portal: string;
  download: string;
}

/** Accepts whatever webhooks send; a server reaches it only where its egress allows loopback. */
export async function receiver(): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
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
  { number = 0, hook }: { number?: number; hook?: string } = {},
): Promise<Furnished> {
  const team = `/v1/teams/${server.team.team_id}`;
  const make = (path: string, body: unknown) => server.call<Made>("POST", path, body);
  const member = await make(`${team}/members`, {
    email: `person${number}@example.org`,
    name: words("member name"),
    role: "member",
  });
  const space = await make(`${team}/spaces`, { name: words("space name"), member_ids: [member.id] });
  const tag = await make(`${team}/tags`, { name: `${words("tag name")} ${number}` });
  await makeKey(server, words);
  const filter = await make(`${team}/filters`, {
    name: words("filter name"),
    rules: [{ action: "include", criterion: "file_name", operator: "regex_match", values: ["[.]mov$"] }],
  });
  const template = await make(`${team}/forms/templates`, { ...form(words), name: words("template name") });
  const connection = await make(`${team}/cloud_connections`, {
    name: words("connection name"),
    provider: "desktop_sg",
  });
  const webhook = hook && (await make(`${team}/custom_webhooks`, hookBody(words, hook)));
  const portal = await make(`${team}/portals`, portalBody(words, number, tag.id));
  await make(`/v1/portals/${portal.id}/form`, form(words));
  const sent = await sendOne(server, words, tag.id);
  const received = await receive(server, words, portal.id);
  return {
    console: [
      `/spaces/${space.id}`,
      `/filters/${filter.id}`,
      `/forms/${template.id}`,
      `/connections/${connection.id}`,
      ...(webhook ? [`/webhooks/${webhook.id}`] : []),
      `/portals/${portal.id}`,
      `/portals/${portal.id}/form`,
      `/packages/${sent.id}`,
      `/packages/${received}`,
    ],
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
  const address = `${url}?${encodeURIComponent(words("webhook query"))}`;
  return {
    name: words("webhook name"),
    active: true,
    events: ["package.finalized"],
    method: "POST",
    url: address,
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
      field("camera", "dropdown", { options: [words("first option"), `${words("second option")} 2`] }),
      field("notes", "long_text"),
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
    terms_of_service_enabled: true,
    terms_of_service: {
      title: words("terms title"),
      description: words("terms description"),
      checkbox_label: words("terms label"),
      checkbox_url: "https://example.org/terms",
    },
    package_name_format_enabled: true,
    package_name_format: { label: words("name format"), value: ".+" },
    tag: { id: tag },
  };
}

/** File names may hold anything but what divides folders. */
const fileName = (text: string) => text.replaceAll(/[/\\]/g, " ").trim();

async function sendOne(server: TestServer, words: Words, tag: string): Promise<Made & { link: string }> {
  const path = `${fileName(words("folder name"))}/${fileName(words("file name"))}.mov`;
  const sent = await sendPackage(server, words("package name"), { [path]: noise(2_000, 7) });
  const token = { "x-package-token": sent.access_token };
  const body = { name: words("package name"), description: words("package description"), tag: { id: tag } };
  await server.call("PUT", `/v1/packages/${sent.id}`, body, token);
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
  return received.id;
}

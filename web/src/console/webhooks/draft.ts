import type { Schemas } from "../../api/client";

export type Webhook = Schemas["WebhookBody"];
export const METHODS = ["POST", "PUT"] as const;
export type Method = (typeof METHODS)[number];

/** A name with its value while both are edited. */
export interface Pair {
  key: number;
  name: string;
  value: string;
}

export interface WebhookDraft {
  name: string;
  url: string;
  method: Method;
  active: boolean;
  events: string[];
  headers: Pair[];
  extras: Pair[];
}

export const EMPTY_WEBHOOK: WebhookDraft = {
  name: "",
  url: "",
  method: "POST",
  active: true,
  events: ["package.finalized"],
  headers: [],
  extras: [],
};

export function webhookDraftOf(webhook: Webhook): WebhookDraft {
  return {
    name: webhook.name,
    url: webhook.url,
    method: webhook.method === "PUT" ? "PUT" : "POST",
    active: webhook.active,
    events: webhook.events,
    headers: pairsOf(webhook.headers),
    extras: pairsOf(webhook.body_extras),
  };
}

export function webhookBodyOf(draft: WebhookDraft): Schemas["WriteWebhook"] {
  return {
    name: draft.name.trim(),
    url: draft.url.trim(),
    method: draft.method,
    active: draft.active,
    events: draft.events,
    headers: objectOf(draft.headers),
    body_extras: objectOf(draft.extras),
  };
}

export function pairsOf(object: Record<string, string>): Pair[] {
  return Object.entries(object).map(([name, value], key) => ({ key, name, value }));
}

/** A line whose name is empty was never filled in. */
export function objectOf(pairs: Pair[]): Record<string, string> {
  const filled = pairs.filter((pair) => pair.name.trim() !== "");
  return Object.fromEntries(filled.map((pair) => [pair.name.trim(), pair.value]));
}

export function withPair(pairs: Pair[]): Pair[] {
  return [...pairs, { key: Math.max(-1, ...pairs.map((pair) => pair.key)) + 1, name: "", value: "" }];
}

/** Names that stand twice: only one of them would be sent. */
export function doubledNames(pairs: Pair[], ignoresCase: boolean): Set<number> {
  const seen = new Set<string>();
  const doubled = new Set<number>();
  for (const pair of pairs) {
    const name = ignoresCase ? pair.name.trim().toLowerCase() : pair.name.trim();
    if (name !== "" && seen.has(name)) doubled.add(pair.key);
    seen.add(name);
  }
  return doubled;
}

export type UrlProblem = "missing" | "no-address" | "scheme" | "user";

export function urlProblem(text: string): UrlProblem | undefined {
  if (text.trim() === "") return "missing";
  if (!URL.canParse(text.trim())) return "no-address";
  const url = new URL(text.trim());
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  return url.username !== "" || url.password !== "" ? "user" : undefined;
}

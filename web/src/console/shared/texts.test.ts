import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { WEBHOOK_EVENTS } from "../../facts/webhooks";
import { LANGUAGES } from "../../texts/languages";
import { grantOf } from "../connections/grants";
import { fieldText, providerHelpText, providerText } from "../connections/names";
import { fieldsOf, PROVIDERS } from "../connections/providers";
import { DELIVERY_FORMATS, FIELD_TYPES, VISIBILITIES } from "../forms/draft";

const AREAS = ["portals", "forms", "filters", "webhooks", "connections"];
const HERE = new URL("..", import.meta.url).pathname;
const LOCALES = new URL("../../../../crates/texts/locales", import.meta.url).pathname;

const DIRECTIONS = ["service_to_cloud", "cloud_to_service"] as const;

/** The names of all texts that these areas have in a language. */
function namesIn(language: string): string[] {
  const files = AREAS.map((area) => readFileSync(`${LOCALES}/${language}/console-${area}.ftl`, "utf8"));
  return files.flatMap((file) => [...file.matchAll(/^([a-z][a-z0-9-]*) =/gm)].map((match) => match[1] ?? ""));
}

/** The names that stand in the code as they are. */
function namesInCode(): string[] {
  const files = AREAS.flatMap((area) =>
    readdirSync(HERE + area, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
      .map((path) => readFileSync(`${HERE}${area}/${path}`, "utf8")),
  );
  const pattern = new RegExp(`"((?:${AREAS.join("|")})-[a-z0-9-]+)"`, "g");
  return files.flatMap((file) => [...file.matchAll(pattern)].map((match) => match[1] ?? ""));
}

/** The names that are put together from tables. */
function namesOfTables(): string[] {
  const worded = (text: string) => text.replaceAll("_", "-");
  return [
    ...PROVIDERS.flatMap(({ token }) => [providerText(token), providerHelpText(token)]),
    ...PROVIDERS.flatMap((provider) =>
      (["keys", "role"] as const).flatMap((mode) =>
        fieldsOf(provider, "service_to_cloud", mode).map((field) => fieldText(provider, field)),
      ),
    ),
    ...PROVIDERS.flatMap((provider) =>
      DIRECTIONS.flatMap((way) => grantOf(provider, way, { bucket: "", account: "" })?.text ?? []),
    ),
    ...["object-storage", "platform", "gateway"].flatMap((kind) => [
      `connections-kind-${kind}`,
      `connections-kind-${kind}-help`,
    ]),
    ...["fetching", "complete", "failed"].map((stage) => `connections-import-${stage}`),
    ...FIELD_TYPES.flatMap((type) => [`forms-type-${worded(type)}`, `forms-type-${worded(type)}-help`]),
    ...VISIBILITIES.flatMap((each) => [`forms-visibility-${each}`, `forms-visibility-${each}-help`]),
    ...DELIVERY_FORMATS.map((format) => `forms-delivery-${worded(format)}`),
    ...["field-name-missing", "name-taken", "options-missing", "value-missing"].map((problem) => `forms-${problem}`),
    ...["up", "down"].flatMap((way) => [`forms-move-${way}`, `forms-move-${way}-named`]),
    ...[...WEBHOOK_EVENTS, "webhook.test"].map((event) => `webhooks-event-${event.replace(".", "-")}`),
    ...["pending", "delivered", "exhausted"].map((state) => `webhooks-delivery-${state}`),
    ...["missing", "no-address", "scheme", "user"].map((problem) => `webhooks-url-${problem}`),
    ...["length", "letters", "edges", "reserved"].map((problem) => `portals-address-${problem}`),
    ...["name", "access-code", "download-password", "terms", "sizes", "types", "expiry", "private", "colour"].map(
      (problem) => `portals-problem-${problem}`,
    ),
    ...["service-to-cloud", "cloud-to-service"].flatMap((way) => [`connections-${way}`, `connections-${way}-help`]),
    ...["include", "exclude"].map((action) => `filters-${action}-short`),
  ];
}

describe.each(LANGUAGES)("texts in %s", (language) => {
  const known = namesIn(language);
  const used = new Set([...namesInCode(), ...namesOfTables()]);

  it("are all there", () => expect([...used].filter((name) => !known.includes(name))).toEqual([]));
  it("are all used", () => expect(known.filter((name) => !used.has(name))).toEqual([]));
});

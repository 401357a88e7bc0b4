// Verifies a delivery with the library that the first argument names, and sees that changed ones are refused.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const [name, file] = process.argv.slice(2);
// The packages are in a folder of their own, where a plain import does not look.
const packages = process.env.TONNAGE_TEST_NODE_PACKAGES;
const { Webhook, WebhookVerificationError } = createRequire(join(packages, "story.js"))(name);
const { version } = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
const { secret, headers, body } = JSON.parse(readFileSync(file, "utf8"));

const verified = (changed) => {
  const request = { secret, headers, body, ...changed };
  return new Webhook(request.secret).verify(request.body, request.headers);
};

function refused(changed) {
  try {
    verified(changed);
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      return;
    }
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(changed)}`);
}

const event = JSON.parse(body);
if (event.event_type !== "package.finalized" || !isDeepStrictEqual(verified({}), event)) {
  throw new Error(`another event: ${body}`);
}
console.log("version", version);
console.log("verifies yes");
refused({ body: body.replace("package.finalized", "package.created") });
console.log("refuses-another-body yes");
refused({ headers: { ...headers, "webhook-id": `${headers["webhook-id"]}x` } });
console.log("refuses-another-id yes");
refused({ headers: { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) } });
console.log("refuses-another-time yes");
refused({ secret: `whsec_${"A".repeat(32)}` });
console.log("refuses-another-secret yes");

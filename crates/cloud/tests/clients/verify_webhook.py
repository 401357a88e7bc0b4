"""Verifies a delivery with the library that the first argument names, and sees that changed ones are refused."""

import importlib
import json
import sys
from importlib.metadata import version

package, file = sys.argv[1:3]
module = importlib.import_module({"standardwebhooks": "standardwebhooks.webhooks", "svix": "svix.webhooks"}[package])

with open(file) as opened:
    delivery = json.load(opened)
secret, headers, body = delivery["secret"], delivery["headers"], delivery["body"]


def verified(secret=secret, body=body, **changed):
    changed = {name.replace("_", "-"): value for name, value in changed.items()}
    return module.Webhook(secret).verify(body, {**headers, **changed})


def refused(**changed):
    try:
        verified(**changed)
    except module.WebhookVerificationError:
        return
    raise AssertionError(f"{changed} was accepted")


event = json.loads(body)
assert event["event_type"] == "package.finalized", event
assert verified() in (event, None), "the library reads another event"
print("version", version(package))
print("verifies yes")
refused(body=body.replace("package.finalized", "package.created", 1))
print("refuses-another-body yes")
refused(webhook_id=headers["webhook-id"] + "x")
print("refuses-another-id yes")
refused(webhook_timestamp=str(int(headers["webhook-timestamp"]) - 1))
print("refuses-another-time yes")
refused(secret="whsec_" + "A" * 32)
print("refuses-another-secret yes")

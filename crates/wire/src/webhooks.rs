//! Custom webhooks: their settings, events and deliveries.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{CustomWebhookId, DeliveryId, EventId};
use crate::time::{OptionalTime, Time};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WebhookBody {
    pub id: CustomWebhookId,
    pub name: String,
    /// Whether events are sent.
    pub active: bool,
    /// `package.created`, `package.finalized`; `quota.near` and `quota.reached` of a Portal's limits if the webhook is
    /// attached to it, and those of the Team's limits.
    pub events: Vec<String>,
    /// `POST` or `PUT`.
    pub method: String,
    pub url: String,
    /// Sent with each delivery. Values are shown as `****`; writing `****` keeps the saved value.
    pub headers: BTreeMap<String, String>,
    /// Sent as `body_extras` of each event.
    pub body_extras: BTreeMap<String, String>,
    /// How many Portals it is attached to.
    pub connections: i64,
    pub created_at: Time,
    pub updated_at: Time,
}

/// The replies that contain the secret: when a webhook is created, and when its secret is rotated.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookWithSecret {
    #[serde(flatten)]
    pub webhook: WebhookBody,
    /// `whsec_` and base64, in the format of Standard Webhooks libraries. It cannot be read again.
    pub signing_secret: String,
}

/// Create and update take the same body.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WriteWebhook {
    /// A boolean as text is accepted too.
    #[serde(deserialize_with = "crate::lenient::flag")]
    #[schema(value_type = bool)]
    pub active: Option<bool>,
    /// `package.created`, `package.finalized`; `quota.near` and `quota.reached` of a Portal's limits if the webhook is
    /// attached to it, and those of the Team's limits.
    pub events: Vec<String>,
    /// `POST` or `PUT`.
    pub method: String,
    /// Called immediately to check that it responds.
    pub url: String,
    /// If missing in an update, it is not changed.
    #[serde(default, deserialize_with = "crate::lenient::present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub name: Option<Option<String>>,
    /// If missing in an update, they are not changed; an empty object removes them.
    #[serde(default, deserialize_with = "crate::lenient::present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub headers: Option<Option<BTreeMap<String, String>>>,
    /// If missing in an update, they are not changed; an empty object removes them.
    #[serde(default, deserialize_with = "crate::lenient::present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub body_extras: Option<Option<BTreeMap<String, String>>>,
}

example! {
    WriteWebhook,
    {
        "active": true,
        "events": ["package.created", "package.finalized"],
        "method": "POST",
        "url": "https://hooks.example.org/tonnage",
        "name": "Ingest",
        "headers": { "X-Studio": "Film" },
    }
}

/// The delivery of one event to one webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeliveryBody {
    pub id: DeliveryId,
    /// The same in every attempt and redelivery; also the header `webhook-id`.
    pub event_id: EventId,
    pub event_type: String,
    /// Empty if the event is not about a package.
    #[schema(example = "01KA2B3C4D5E6F7G8H9JKMNPQR")]
    pub package_id: String,
    /// `pending`, `delivered` or `exhausted`.
    pub state: String,
    pub attempts: Vec<AttemptBody>,
    /// The zero date-time if there will be no other attempt.
    pub next_attempt_at: OptionalTime,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AttemptBody {
    pub at: Time,
    /// The status of the receiver's response; null if it did not respond.
    pub status: Option<i64>,
    /// Why it failed; empty if it succeeded.
    pub error: String,
}

/// The body that is sent to a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventBody {
    pub event_id: EventId,
    pub event_time: Time,
    /// `package.created`, `package.finalized`, `quota.near`, `quota.reached` or `webhook.test`.
    pub event_type: String,
    /// Those of the webhook.
    pub body_extras: BTreeMap<String, String>,
    /// The package as it was then; for the events of a quota, which one, its limit and how much was used; for a
    /// `webhook.test`, the webhook.
    #[schema(value_type = Object)]
    pub object: serde_json::Map<String, serde_json::Value>,
    pub custom_webhook_id: CustomWebhookId,
}

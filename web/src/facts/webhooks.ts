// Generated from `crates/domain/src/webhook.rs` by `cargo xtask openapi`; do not edit.

export const WEBHOOK_EVENTS = [
  "package.created",
  "package.finalized",
  "quota.near",
  "quota.reached",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

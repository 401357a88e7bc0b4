//! Storage gateways: packages from unknown senders are delivered to a folder of this machine automatically.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod gateways {
    mod calls;
    mod connected;
    mod deliveries;
    mod interrupted;
    mod names;
    mod places;
    mod scene;
}

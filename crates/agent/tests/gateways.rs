//! Storage gateways: from a stranger's package to a folder of this machine, without anybody asking for it.

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

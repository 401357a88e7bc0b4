//! Automations, tested through the agent's API with a real service and folders on the disk.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

#[expect(dead_code, reason = "a scene for several tests, of which none needs all")]
#[path = "transfers/bench.rs"]
mod bench;

mod automations {
    mod calls;
    mod documents;
    mod folders;
    mod overflow;
    mod preview;
    mod provisioning;
    mod scene;
    mod sources;
    mod watching;
}

//! Files that the agent sends by itself while somebody writes them.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod stream_automations {
    mod followed;
    mod kills;
    mod matrix;
    mod once;
    mod portals;
    mod scene;
}

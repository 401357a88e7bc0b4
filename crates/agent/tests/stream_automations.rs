//! Files that the agent sends by itself while somebody writes them.

mod stream_automations {
    mod followed;
    mod kills;
    mod matrix;
    mod once;
    mod portals;
    mod scene;
}

//! Automations that send files while they are being written.

mod stream_automations {
    mod followed;
    mod kills;
    mod matrix;
    mod once;
    mod portals;
    mod scene;
}

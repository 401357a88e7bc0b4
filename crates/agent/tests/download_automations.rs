//! What arrives in Portals is downloaded without anybody asking for it.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod download_automations {
    mod arrivals;
    mod hostile;
    mod obstacles;
    mod scene;
}

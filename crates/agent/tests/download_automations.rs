//! Automations that download packages from Portals.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod download_automations {
    mod arrivals;
    mod hostile;
    mod obstacles;
    mod scene;
}

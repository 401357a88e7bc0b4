//! The agent from outside: through its interface, its command line and a browser, with a real service and real folders.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

/// What the agent does by itself with folders on the disk.
mod automations {
    mod again;
    mod calls;
    mod documents;
    mod folders;
    mod hung;
    mod overflow;
    mod preview;
    mod provisioning;
    mod scene;
    mod shared;
    mod sources;
    mod watching;
}

/// The real program as a person at a terminal, or a script, sees it: its output and its exit codes.
mod command_line {
    mod arrivals;
    mod bed;
    mod checks;
    mod choices;
    mod documents;
    mod exits;
    mod fetching;
    mod follows;
    mod gateways;
    mod interrupts;
    mod manual;
    mod output;
    mod packages;
    mod pipes;
    mod repeated;
    mod send_and_get;
    mod services;
    mod synced;
    mod terminal;
    mod trees;
}

/// What arrives in Portals is downloaded automatically.
mod download_automations {
    mod arrivals;
    mod hostile;
    mod obstacles;
    mod scene;
}

/// Documents of every form that a generator thinks of. The corpora are in `crates/agent/fuzz/`.
mod fuzz {
    mod automation_import;
}

/// Storage gateways: from the package of someone outside the Team to a folder of this machine.
mod gateways {
    mod calls;
    mod connected;
    mod deliveries;
    mod files;
    mod interrupted;
    mod names;
    mod places;
    mod scene;
    mod targets;
}

/// The agent as other programs of its machine see it, and as web pages must not.
mod interface {
    mod access;
    mod browser;
    mod documents;
    mod events;
    mod guard;
    mod paths;
    mod schemathesis;
    mod session;
    mod settings;
    mod sign_in;
    mod start;
}

/// Files that the agent sends while they are still being written.
mod stream_automations {
    mod followed;
    mod kills;
    mod matrix;
    mod once;
    mod portals;
    mod scene;
    mod shared;
}

/// Transfers from disk to disk.
mod transfers {
    pub(crate) mod bench;
    mod calls;
    mod destinations;
    mod downloads;
    mod ended_packages;
    mod history;
    mod links;
    mod lost_answers;
    mod lost_session;
    mod mounts;
    mod names;
    mod requests;
    mod slow_lines;
    mod sources;
    mod uploads;
    mod vanished;
}

//! The real server is killed in the middle of its work, many times. What it acknowledged is there when it comes back.

#![expect(clippy::unwrap_used, reason = "a story that cannot continue has failed")]

mod kills {
    mod crash_points;
    mod crash_scene;
    mod crash_steps;
    mod disk_faults;
    mod every_operation;
    mod packages;
    mod power_cuts;
    mod store;
    mod webhooks;
}

//! The real agent for minutes on end: killed in the middle of its work, or loaded with more than it ever meets in a day.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod kills {
    mod crash_points;
    mod damaged_journal;
    mod failing_disk;
    mod forgetful_disks;
    mod interruptions;
    mod loads;
    mod moves;
    mod open_files;
    mod power_cuts;
    mod scene;
    mod server;
    mod transfers;
    mod watcher;
    mod workbench;
    mod working_day;
}

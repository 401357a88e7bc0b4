//! The limits that pages check before they ask the server, grouped by the module that enforces them.

use domain::{account, agent_settings, chunk_plan, file_path, filter, form, portal, quota, re2, subdomain, team};
use serving::query;

use super::typescript::{Module, literal};
use crate::operations::{files, record};

/// One object for each module, so that a page contains only those that it imports. The names are those of the
/// constants.
macro_rules! limits {
    ($($object:literal = $module:ident { $($name:ident),* })*) => {
        Module::of("`crates/cloud/src/facts/limits.rs`")
            $(.line("").block(
                concat!($object, " = {"),
                [$(format!("{}: {}", stringify!($name), literal($module::$name))),*].into_iter(),
                "} as const",
            ))*
    };
}

pub(super) fn module() -> String {
    limits! {
        "ACCOUNT" = account { NAME_LONGEST }
        "ACTIVITIES" = record { STEPS_LARGEST }
        "AGENT_SETTINGS" = agent_settings { ACTIVE_MOST, CONNECTIONS_MOST }
        "CHUNK_PLAN" = chunk_plan { FILE_LARGEST }
        "FILE_PATH" = file_path { NAME_LONGEST_CHARACTERS, PATH_LONGEST_BYTES }
        "FILES" = files { MANY, PAGE_LARGEST }
        "FILTER" = filter { NAMES_MOST, VALUES_MOST }
        "FORM" = form { DEFAULT_LONGEST, FIELDS_MOST }
        "PORTAL" = portal { EXPIRY_DAYS_LONGEST, SECRET_LONGEST_BYTES, TITLE_LONGEST }
        "QUERY" = query { PAGE_USUAL }
        "QUOTA" = quota { ENTRIES_LEAST }
        "RE2" = re2 { LONGEST_BYTES }
        "SUBDOMAIN" = subdomain { SHORTEST, LONGEST, RESERVED }
        "TEAM" = team { DAYS_LONGEST, DOWNLOADS_MOST, RECIPIENTS_MOST }
    }
    .text()
}

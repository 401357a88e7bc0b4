//! Packages that are only checked: nothing is created.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ErrorBody;
use crate::example::example;
use crate::files::AddFile;
use crate::forms::FormAnswers;
use crate::packages::CreatePackage;
use crate::portals::CreatePortalPackage;

/// A package of a Team that someone wants to send.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CheckPackage {
    pub package: CreatePackage,
    /// Up to 1,000 of its files and directories.
    #[serde(default)]
    pub files: Vec<AddFile>,
    /// What was checked by earlier calls.
    #[serde(default)]
    pub before: CheckedBefore,
}

example! {
    CheckPackage,
    {
        "package": { "name": "Dailies", "description": "Day 4", "recipients": ["ben@example.org"] },
        "files": [{ "name": "camera-a.mov", "path": "day 4", "size": 12_000_000 }],
    }
}

/// A package that someone wants to send through a Portal.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CheckPortalPackage {
    pub package: CreatePortalPackage,
    /// Answers to the form of the Portal.
    #[serde(default)]
    pub answers: Option<FormAnswers>,
    /// Up to 1,000 of its files and directories.
    #[serde(default)]
    pub files: Vec<AddFile>,
    /// What was checked by earlier calls.
    #[serde(default)]
    pub before: CheckedBefore,
}

example! {
    CheckPortalPackage,
    {
        "package": { "name": "Rushes, day 4", "description": "", "sender": "ben@example.org" },
        "files": [{ "name": "camera-a.mov", "size": 12_000_000 }],
    }
}

/// What else belongs to the package, and was checked before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CheckedBefore {
    pub files: i64,
    pub directories: i64,
    pub bytes: i64,
}

/// The files that would be refused. If the package itself would be, the reply is its refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CheckedPackage {
    pub refused: Vec<RefusedFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusedFile {
    /// Its place in the request, from 0.
    pub place: u64,
    pub error: ErrorBody,
}

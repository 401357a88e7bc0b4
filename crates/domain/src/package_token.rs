//! What a package token allows, by its level and the package's state.
//!
//! An anonymous uploader has an upload token and never a full one: once the package is finalized, it is only good for
//! repeating the finalize.

use crate::Refusal;
use crate::package::PackageState;
use crate::policy::Action;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// From the creation of a Team package and from Team listings.
    Full,
    /// From the anonymous creation of a Portal package.
    Upload,
    /// From a link.
    Download,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Full, Self::Upload, Self::Download];

    /// As written in tokens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "f",
            Self::Upload => "u",
            Self::Download => "d",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

/// What the holder of a token may want to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Right {
    ChangeFiles,
    ListFiles,
    FinalizePackage,
    Rename,
    ChangeTag,
    ChangeExpiry,
    Delete,
    Restore,
    Archive,
    UseLinks,
    Download,
    ReadMetadata,
    Transfer,
    /// Reading a file while it grows.
    Follow,
}

impl Right {
    /// The action that a member's role must allow too, for holders of a full token: a member who only sees packages
    /// that came through a Portal can read, download and archive them, but not change them.
    pub const fn action(self) -> Option<Action> {
        match self {
            Self::UseLinks | Self::Transfer => Some(Action::SendPackages),
            Self::ChangeTag => Some(Action::UseTags),
            Self::ChangeFiles | Self::FinalizePackage | Self::Rename | Self::ChangeExpiry | Self::Delete => {
                Some(Action::ManageSentPackages)
            }
            Self::Restore => Some(Action::RestorePackages),
            Self::ListFiles | Self::ReadMetadata | Self::Archive | Self::Download | Self::Follow => None,
        }
    }
}

/// Whether the level has the right at all. Whether the state allows the change is the package's own rule.
pub fn check(level: Level, right: Right, state: PackageState) -> Result<(), Refusal> {
    use Right::{ChangeFiles, Delete, Download, FinalizePackage, ListFiles, Rename};
    let is_granted = match level {
        Level::Full => true,
        Level::Upload if state == PackageState::New => {
            matches!(right, ChangeFiles | ListFiles | FinalizePackage | Rename | Delete)
        }
        Level::Upload => right == FinalizePackage,
        Level::Download => matches!(right, ListFiles | Download),
    };
    if is_granted {
        return Ok(());
    }
    Err(Refusal::Forbidden(match level {
        Level::Upload => "an upload token can only add, remove and finalize files while the package is new",
        _ => "this token can only list and download files",
    }))
}

#[cfg(test)]
mod tests {
    use super::Right::{
        Archive, ChangeExpiry, ChangeFiles, ChangeTag, Delete, Download, FinalizePackage, Follow, ListFiles,
        ReadMetadata, Rename, Restore, UseLinks,
    };
    use super::{Level, Right, check};
    use crate::package::PackageState;

    #[rustfmt::skip]
    const RIGHTS: [Right; 13] = [
        ChangeFiles, ListFiles, FinalizePackage, Rename, ChangeTag, ChangeExpiry, Delete, Archive, UseLinks, Download,
        ReadMetadata, Follow, Restore,
    ];

    #[test]
    fn levels_have_the_rights_of_the_table() {
        for state in PackageState::ALL {
            let upload: &[Right] = match state {
                PackageState::New => &[ChangeFiles, ListFiles, FinalizePackage, Rename, Delete],
                _ => &[FinalizePackage],
            };
            for right in RIGHTS {
                assert!(check(Level::Full, right, state).is_ok());
                assert_eq!(check(Level::Upload, right, state).is_ok(), upload.contains(&right), "{right:?} {state}");
                let download = matches!(right, ListFiles | Download);
                assert_eq!(check(Level::Download, right, state).is_ok(), download, "{right:?} {state}");
            }
        }
    }

    #[test]
    fn levels_are_read_as_written() {
        for level in Level::ALL {
            assert_eq!(Level::parse(level.as_str()), Some(level));
        }
        assert_eq!(Level::parse("x"), None);
    }
}

//! Which files a Portal accepts: checked when they are added, when they are finalized, and again for the whole package.

use wire::portals::PortalSettings;

use crate::Refusal;
use crate::quota::DIRECTORIES_SPARE;

/// The files of a package that count against a Portal's limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub files: i64,
    pub bytes: i64,
}

/// The restrictions of one Portal. Without a Portal, nothing is restricted.
#[derive(Debug, Clone, Copy)]
pub struct FileRules<'a>(Option<&'a PortalSettings>);

impl<'a> FileRules<'a> {
    pub const fn of(settings: Option<&'a PortalSettings>) -> Self {
        Self(settings)
    }

    /// Whether names have to be checked.
    pub fn restricts_names(self) -> bool {
        self.0.is_some_and(|settings| settings.file_type_restriction_enabled)
    }

    pub fn check_name(self, name: &str) -> Result<(), Refusal> {
        let Some(settings) = self.0.filter(|settings| settings.file_type_restriction_enabled) else { return Ok(()) };
        let name = name.to_lowercase();
        let is_listed = settings.file_types.iter().any(|ending| name.ends_with(&ending.to_lowercase()));
        if is_listed != settings.file_type_restriction_exclude {
            return Ok(());
        }
        let listed = settings.file_types.join(", ");
        Err(Refusal::invalid(
            "name",
            if settings.file_type_restriction_exclude {
                format!("this Portal does not accept files of the types {listed}, such as {name:?}")
            } else {
                format!("this Portal only accepts files of the types {listed}, not {name:?}")
            },
        ))
    }

    pub fn check_size(self, size: i64) -> Result<(), Refusal> {
        match self.limits().map(|settings| settings.max_file_size) {
            Some(limit) if limit > 0 && size > limit => Err(Refusal::FileTooLarge(format!(
                "this Portal accepts files of up to {limit} bytes; this one has {size}"
            ))),
            _ => Ok(()),
        }
    }

    pub fn check_totals(self, totals: Totals) -> Result<(), Refusal> {
        let Some(settings) = self.limits() else { return Ok(()) };
        let (most, largest) = (settings.max_file_count, settings.max_package_size);
        if most > 0 && totals.files > most {
            return Err(Refusal::TooLarge(format!("this Portal accepts up to {most} files in a package")));
        }
        if largest > 0 && totals.bytes > largest {
            return Err(Refusal::TooLarge(format!("this Portal accepts packages of up to {largest} bytes")));
        }
        Ok(())
    }

    /// Whether a package may have so many directories. They are not files, but somebody could add them without end.
    pub fn check_directories(self, directories: i64) -> Result<(), Refusal> {
        let Some(most) = self.limits().map(|settings| settings.max_file_count).filter(|most| *most > 0) else {
            return Ok(());
        };
        let most = most.saturating_add(DIRECTORIES_SPARE);
        if directories > most {
            return Err(Refusal::TooLarge(format!("this Portal accepts up to {most} empty directories in a package")));
        }
        Ok(())
    }

    /// The most bytes that one more file may have, if that is limited.
    pub fn room(self, totals: Totals) -> Option<u64> {
        let settings = self.limits()?;
        let package = settings.max_package_size - totals.bytes;
        let file = Some(settings.max_file_size).filter(|limit| *limit > 0);
        let package = (settings.max_package_size > 0).then_some(package.max(0));
        file.into_iter().chain(package).min().map(i64::unsigned_abs)
    }

    /// Whether all files of a package together have a limit of bytes.
    pub fn limit_packages(self) -> bool {
        self.limits().is_some_and(|settings| settings.max_package_size > 0)
    }

    fn limits(self) -> Option<&'a PortalSettings> {
        self.0.filter(|settings| settings.package_size_restriction_enabled)
    }
}

#[cfg(test)]
mod tests {
    use wire::portals::PortalSettings;

    use super::{FileRules, Totals};

    #[test]
    fn types_compare_without_case_and_by_the_whole_ending() {
        let rules = |exclude| PortalSettings {
            file_type_restriction_enabled: true,
            file_types: vec![".mov".into(), ".TAR.gz".into()],
            file_type_restriction_exclude: exclude,
            ..PortalSettings::default()
        };
        let cases = [
            ("a.mov", true),
            ("A.MOV", true),
            ("a.mov.exe", false),
            ("amov", false),
            ("x.tar.GZ", true),
            ("x.gz", false),
            (".mov", true),
            ("", false),
        ];
        for (name, listed) in cases {
            assert_eq!(FileRules::of(Some(&rules(false))).check_name(name).is_ok(), listed, "{name}");
            assert_eq!(FileRules::of(Some(&rules(true))).check_name(name).is_ok(), !listed, "{name}");
            assert!(FileRules::of(None).check_name(name).is_ok());
            let off = PortalSettings { file_type_restriction_enabled: false, ..rules(false) };
            assert!(FileRules::of(Some(&off)).check_name(name).is_ok());
        }
    }

    #[test]
    fn limits_are_the_last_that_fits() {
        let settings = PortalSettings {
            package_size_restriction_enabled: true,
            max_file_size: 10,
            max_file_count: 2,
            max_package_size: 15,
            ..PortalSettings::default()
        };
        let rules = FileRules::of(Some(&settings));
        assert!(rules.check_size(10).is_ok() && rules.check_size(11).is_err());
        for (files, bytes, fits) in [(2, 15, true), (3, 3, false), (2, 16, false), (0, 0, true)] {
            assert_eq!(rules.check_totals(Totals { files, bytes }).is_ok(), fits, "{files} {bytes}");
        }
        assert!(rules.check_directories(102).is_ok() && rules.check_directories(103).is_err());
        for (bytes, room) in [(0, 10), (5, 10), (6, 9), (15, 0), (20, 0)] {
            assert_eq!(rules.room(Totals { files: 1, bytes }), Some(room), "{bytes}");
        }
        let no_limit = PortalSettings { max_file_size: 0, max_package_size: 0, ..settings.clone() };
        assert_eq!(FileRules::of(Some(&no_limit)).room(Totals::default()), None);
        assert_eq!(FileRules::of(None).room(Totals::default()), None);
        let unlimited = PortalSettings { package_size_restriction_enabled: false, ..settings.clone() };
        let rules = FileRules::of(Some(&unlimited));
        assert!(rules.check_size(11).is_ok() && rules.check_totals(Totals { files: 9, bytes: 99 }).is_ok());
        assert!(rules.check_directories(i64::MAX).is_ok());
    }
}

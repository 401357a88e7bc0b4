//! The progress of a package, combined from what the service knows and what the uploader reports.

use wire::packages::PublishProgress;
use wire::time::Time;

use crate::Refusal;
use crate::package::{Package, PackageState};

/// The largest integer that every JSON parser supports.
const MOST: i64 = (1 << 53) - 1;
const STATE_LONGEST: usize = 64;

/// Rejects impossible values.
pub fn check(said: &PublishProgress) -> Result<(), Refusal> {
    let numbers = [
        ("bytes", said.bytes),
        ("total_bytes", said.total_bytes),
        ("files", said.files),
        ("total_files", said.total_files),
    ];
    if let Some((field, _)) = numbers.into_iter().find(|(_, number)| *number < 0) {
        return Err(Refusal::invalid(field, "must not be negative"));
    }
    if said.state.chars().count() > STATE_LONGEST {
        return Err(Refusal::invalid("state", "can have up to 64 characters"));
    }
    if said.state.chars().any(char::is_control) {
        return Err(Refusal::invalid("state", "must not contain control characters"));
    }
    Ok(())
}

/// Whether the package is still being uploaded.
pub fn is_uploading(package: &Package, now: Time) -> bool {
    package.state == PackageState::New && !package.expiry.is_due(now)
}

/// Whether a zip of the package can be created.
pub fn is_zippable(package: &Package, now: Time) -> bool {
    package.state == PackageState::Finalized && !package.expiry.is_due(now)
}

/// The progress of the upload. The uploader knows about bytes in transfer, the service about files that arrived: the
/// larger value counts, and no part is ever larger than its whole.
pub fn of_upload(package: &Package, said: Option<&PublishProgress>, now: Time) -> PublishProgress {
    if !is_uploading(package, now) {
        return ended(package, now);
    }
    let said = said.cloned().unwrap_or_default();
    let total_bytes = package.bytes_added.max(said.total_bytes).max(package.size).clamp(0, MOST);
    let total_files = package.files_added.max(said.total_files).max(package.total_files).clamp(0, MOST);
    PublishProgress {
        bytes: package.size.max(said.bytes).clamp(0, total_bytes),
        total_bytes,
        files: package.total_files.max(said.files).clamp(0, total_files),
        total_files,
        state: if said.state.is_empty() { package.state.as_str().to_owned() } else { said.state },
    }
}

/// The progress of the zip, as reported by the process that prepares it. No report means not started.
pub fn of_zip(package: &Package, said: Option<&PublishProgress>, now: Time) -> PublishProgress {
    match said {
        Some(said) if is_zippable(package, now) => said.clone(),
        None if is_zippable(package, now) => PublishProgress { bytes: 0, files: 0, ..ended(package, now) },
        _ => ended(package, now),
    }
}

/// The final state of the package.
fn ended(package: &Package, now: Time) -> PublishProgress {
    let is_alive = package.state.is_alive();
    let state = if is_alive && package.expiry.is_due(now) { PackageState::Expired } else { package.state };
    PublishProgress {
        bytes: package.size,
        total_bytes: package.size,
        files: package.total_files,
        total_files: package.total_files,
        state: state.as_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, check, of_upload, of_zip};
    use crate::expiry::Expiry;
    use crate::package::{Package, PackageState, tests::package};
    use wire::packages::PublishProgress;
    use wire::time::Time;

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    fn said(bytes: i64, total_bytes: i64, files: i64, total_files: i64, state: &str) -> PublishProgress {
        PublishProgress { bytes, total_bytes, files, total_files, state: state.to_owned() }
    }

    /// 100 bytes in 2 files are announced, 40 bytes in one file have arrived.
    fn sending(state: PackageState) -> Package {
        let package = package(state);
        let expiry = Expiry::from(Some(NOW.plus_days(1)));
        Package { files_added: 2, bytes_added: 100, total_files: 1, size: 40, expiry, ..package }
    }

    #[test]
    fn the_larger_of_both_counts_within_its_whole() {
        let cases = [
            (None, said(40, 100, 1, 2, "new")),
            (Some(said(70, 100, 0, 0, "")), said(70, 100, 1, 2, "new")),
            (Some(said(10, 20, 0, 1, "sending")), said(40, 100, 1, 2, "sending")),
            (Some(said(900, 500, 9, 3, "sending")), said(500, 500, 3, 3, "sending")),
            (Some(said(i64::MAX, i64::MAX, i64::MAX, i64::MAX, "")), said(MOST, MOST, MOST, MOST, "new")),
        ];
        for (published, expected) in cases {
            assert_eq!(of_upload(&sending(PackageState::New), published.as_ref(), NOW), expected, "{published:?}");
        }
    }

    #[test]
    fn after_the_upload_only_the_package_counts() {
        let published = said(70, 100, 1, 2, "sending");
        for (state, now, expected) in [
            (PackageState::Finalized, NOW, "finalized"),
            (PackageState::Expired, NOW, "expired"),
            (PackageState::Archived, NOW, "archived"),
            (PackageState::New, NOW.plus_days(1), "expired"),
        ] {
            let found = of_upload(&sending(state), Some(&published), now);
            assert_eq!(found, said(40, 40, 1, 1, expected), "{state:?}");
        }
    }

    #[test]
    fn a_zip_is_as_far_as_its_makers_say() {
        let package = sending(PackageState::Finalized);
        let told = said(10, 40, 0, 1, "preparing");
        assert_eq!(of_zip(&package, None, NOW), said(0, 40, 0, 1, "finalized"));
        assert_eq!(of_zip(&package, Some(&told), NOW), told);
        assert_eq!(of_zip(&package, Some(&told), NOW.plus_days(1)), said(40, 40, 1, 1, "expired"));
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        assert_eq!(check(&said(1, 2, 3, 4, &"ü".repeat(64))), Ok(()));
        for (field, bad) in [
            ("bytes", said(-1, 0, 0, 0, "")),
            ("total_bytes", said(0, -1, 0, 0, "")),
            ("files", said(0, 0, -1, 0, "")),
            ("total_files", said(0, 0, 0, -1, "")),
            ("state", said(0, 0, 0, 0, &"x".repeat(65))),
            ("state", said(0, 0, 0, 0, "a\nb")),
        ] {
            assert!(check(&bad).unwrap_err().to_string().starts_with(&format!("{field}:")), "{bad:?}");
        }
    }
}

//! The rule by which the walk excludes files of a tree.

use std::path::Path;

use crate::error::AgentResult;
use crate::globs::Globs;
use crate::journal::uploads::LeftOut;

/// The returned function takes paths below the folder.
pub fn rule(left_out: &LeftOut) -> AgentResult<impl Fn(&Path) -> bool + Send + 'static> {
    let LeftOut { root, patterns, files, .. } = left_out.clone();
    let globs = Globs::new("blacklist", &patterns)?;
    Ok(move |path: &Path| {
        files.iter().any(|file| file == path) || path.strip_prefix(&root).is_ok_and(|relative| globs.matches(relative))
    })
}

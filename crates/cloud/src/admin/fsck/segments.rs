//! Checks that every segment that someone may be reading is in the store.

use domain::segments::key;
use objects::Catalogue;
use store::segments::OpenSegment;
use store::{Store, segments};

const PAGE: i64 = 500;
const MOST_PROBLEMS: usize = 100;

#[derive(Default)]
pub(super) struct Found {
    pub(super) segments: u64,
    pub(super) problems: Vec<String>,
}

pub(super) async fn check(store: &Store, catalogue: &Catalogue, bucket: &str) -> anyhow::Result<Found> {
    let (mut found, mut last) = (Found::default(), None);
    loop {
        let mut connection = store.read().await?;
        let mut page = segments::open_after(&mut connection, last.as_ref(), PAGE).await?;
        if page.is_empty() {
            return Ok(found);
        }
        for OpenSegment { package, file, number } in &page {
            found.segments += 1;
            if catalogue.has(bucket, &key(package, file, *number))? {
                continue;
            }
            // Check again: a running server may have finalized the file since.
            let is_wanted = segments::by_number(&mut connection, file, *number).await?.is_some();
            if is_wanted && found.problems.len() < MOST_PROBLEMS {
                let problem = format!("segment {number} of file {file} of package {package} is not in the store");
                found.problems.push(problem);
            }
        }
        last = page.pop();
    }
}

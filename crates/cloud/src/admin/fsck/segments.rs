//! Checks that every segment that someone may be reading is in the store.

use domain::segments::key;
use objects::Catalogue;
use store::{Store, segments};

const PAGE: i64 = 500;
const MOST_PROBLEMS: usize = 100;

#[derive(Default)]
pub(super) struct Found {
    pub(super) segments: u64,
    pub(super) problems: Vec<String>,
}

pub(super) async fn check(store: &Store, catalogue: &Catalogue, bucket: &str) -> anyhow::Result<Found> {
    let (mut found, mut last) = (Found::default(), (String::new(), String::new(), 0));
    loop {
        let mut connection = store.read().await?;
        let page = segments::open_after(&mut connection, (&last.0, &last.1, last.2), PAGE).await?;
        let Some((package, file, number)) = page.last() else { return Ok(found) };
        last = (package.to_string(), file.to_string(), *number);
        for (package, file, number) in page {
            found.segments += 1;
            if catalogue.has(bucket, &key(&package, &file, number))? {
                continue;
            }
            // Check again: a running server may have finalized the file since.
            let is_wanted = segments::by_number(&mut connection, &file, number).await?.is_some();
            if is_wanted && found.problems.len() < MOST_PROBLEMS {
                let problem = format!("segment {number} of file {file} of package {package} is not in the store");
                found.problems.push(problem);
            }
        }
    }
}

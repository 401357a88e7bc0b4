//! A database full of packages, written directly, without the service.

use testkit::execute_sql;
use wire::ids::{PackageId, TeamId, UserId};

/// How many rows one statement inserts.
const AT_ONCE: u64 = 50_000;

pub(crate) struct Seed<'a> {
    pub(crate) database: &'a str,
    pub(crate) user: &'a UserId,
}

impl Seed<'_> {
    /// Packages with these numbers, each with a link, for one Team.
    pub(crate) async fn packages(&self, team: &TeamId, numbers: std::ops::Range<u64>) {
        let mut first = numbers.start;
        while first < numbers.end {
            let end = numbers.end.min(first + AT_ONCE);
            for text in [include_str!("seed_packages.sql"), include_str!("seed_links.sql")] {
                let statement = text
                    .replace("{first}", &first.to_string())
                    .replace("{end}", &end.to_string())
                    .replace("{team}", team.as_str())
                    .replace("{user}", self.user.as_str());
                execute_sql(self.database, &statement).await;
            }
            first = end;
        }
    }

    /// Empty files for one package, which then counts as finalized.
    pub(crate) async fn files(&self, package: &PackageId, count: u64) {
        let statement = include_str!("seed_files.sql")
            .replace("{package}", package.as_str())
            .replace("{count}", &count.to_string());
        execute_sql(self.database, &statement).await;
    }

    /// What a production database does by itself overnight.
    pub(crate) async fn analyse(&self) {
        execute_sql(self.database, "ANALYZE").await;
    }
}

//! The house rules that a machine can check, one test each.
//!
//! A rule names the files it checks, what it refuses there and how to fix a breach. It carries small examples of code
//! that breaks it and code that keeps it, so a rule that can no longer fail is noticed. All breaches are reported at
//! once.
//! The reasons are in `docs/decisions/0001-house-rules.md`.

mod circles;
mod crates;
mod creating;
mod dependencies;
mod documents;
mod english;
mod modules;
mod repository;
mod rule;
mod scanner;
mod size;
mod source;
mod sql;

use crate::rule::Refuses::{Breaches, Code, Comments, Crates, Modules};
use crate::rule::{Rule, check};

const ALL_CODE: &[&str] = &["crates/", "xtask/"];
const PRODUCT: &[&str] = &["crates/*/src/", "xtask/src/"];
const STORE: &[&str] = &["crates/store/src/"];

/// Each rule becomes a test of its name.
macro_rules! rules {
    ($($name:ident: $rule:expr;)*) => {
        $(#[test] fn $name() { check(stringify!($name), &$rule); })*
    };
}

rules! {
    sqlx_stays_in_the_store: Rule {
        inside: PRODUCT,
        except: &[
            "crates/store/src/",
            // Create the test databases.
            "crates/fixtures/src/", "crates/testkit/src/",
        ],
        refuses: Crates(&["sqlx"]),
        fix: "write a function in crates/store/src/ and call that",
        broken_by: &[("crates/cloud/src/jobs/send_mail.rs", "use sqlx::Row;")],
        kept_by: &[
            ("crates/store/src/users.rs", "use sqlx::Row;"),
            ("crates/cloud/src/jobs.rs", "// sqlx::Row\nmysqlx::row(); \"sqlx::\""),
        ],
    };

    rusqlite_stays_in_the_index_and_the_journal: Rule {
        inside: PRODUCT,
        except: &[
            "crates/objects/src/index*", "crates/objects/src/index*/",
            "crates/agent/src/journal.rs", "crates/agent/src/journal/",
        ],
        refuses: Crates(&["rusqlite"]),
        fix: "write the function, or the conversion of its error, in crates/objects/src/index.rs or crates/agent/src/journal/",
        broken_by: &[
            ("crates/objects/src/parts.rs", "let c = rusqlite::Connection::open(p)?;"),
            ("crates/agent/src/uploads.rs", "fn read(c: &rusqlite::Connection) {}"),
        ],
        kept_by: &[
            ("crates/objects/src/index/parts.rs", "let c = rusqlite::Connection::open(p)?;"),
            ("crates/agent/src/journal/uploads.rs", "use rusqlite::params;"),
        ],
    };

    sql_has_one_home: Rule {
        inside: PRODUCT,
        except: &[
            "crates/store/src/",
            "crates/objects/src/index*", "crates/objects/src/index*/",
            "crates/agent/src/journal.rs", "crates/agent/src/journal/",
            "crates/fixtures/src/", "crates/testkit/src/",
        ],
        refuses: Breaches(sql::statements),
        fix: "move the statement to crates/store/src/",
        broken_by: &[
            ("crates/cloud/src/routes/users.rs", "query(\"SELECT id FROM users\")"),
            ("crates/cloud/src/jobs.rs", "query(r#\"\n  UPDATE jobs SET a = 1\"#)"),
        ],
        kept_by: &[
            ("crates/store/src/users.rs", "query(\"SELECT id FROM users\")"),
            ("crates/cloud/src/jobs.rs", "// \"SELECT 1\"\nlog(\"Update the settings\"); log(\"SELECTED\")"),
        ],
    };

    both_databases_understand_the_sql: Rule {
        inside: STORE,
        except: &[],
        refuses: Breaches(sql::not_portable),
        fix: "one text serves SQLite and PostgreSQL through sqlx's Any driver: use the form that the finding names",
        broken_by: &[
            ("crates/store/src/migrations/0001_a.sql", "CREATE TABLE a (done boolean NOT NULL);"),
            ("crates/store/src/a.rs", "query(\"SELECT SUM(size) FROM files WHERE id = $1\")"),
        ],
        kept_by: &[
            ("crates/store/src/migrations/0001_a.sql", "-- no BOOLEAN\nCREATE TABLE a (done BIGINT, b {blob});"),
            ("crates/store/src/a.rs", "query(\"SELECT CAST(SUM(size) AS BIGINT) FROM files WHERE id = $1\")"),
        ],
    };

    time_comes_from_the_clock: Rule {
        inside: ALL_CODE,
        except: &["crates/*/src/clock.rs"],
        refuses: Code(&["SystemTime::now", "Timestamp::now", "Zoned::now"]),
        fix: "take the clock as an argument; only clock.rs asks the system",
        broken_by: &[("crates/cloud/src/jobs.rs", "let now = jiff::Timestamp::now();")],
        kept_by: &[
            ("crates/serving/src/clock.rs", "let now = jiff::Timestamp::now();"),
            ("crates/cloud/src/jobs.rs", "let started = Instant::now();"),
        ],
    };

    statuses_are_chosen_at_the_edge: Rule {
        inside: &["crates/cloud/src/"],
        except: &[
            "crates/cloud/src/routes.rs", "crates/cloud/src/routes/",
            "crates/cloud/src/pages.rs", "crates/cloud/src/pages/",
            "crates/cloud/src/error.rs", "crates/cloud/src/listen.rs",
            // Here the statuses come from the answers of a store.
            "crates/cloud/src/storage.rs", "crates/cloud/src/storage/",
        ],
        refuses: Code(&["StatusCode::"]),
        fix: "return an error code; crates/cloud/src/error.rs turns it into a status",
        broken_by: &[("crates/cloud/src/operations/teams.rs", "Err(axum::http::StatusCode::CONFLICT)")],
        kept_by: &[("crates/cloud/src/routes/teams.rs", "StatusCode::CREATED")],
    };

    operations_know_no_routes: Rule {
        inside: &["crates/cloud/src/operations.rs", "crates/cloud/src/operations/"],
        except: &[],
        refuses: Modules(&["routes", "pages"]),
        fix: "pass the value as an argument; routes call operations, never the reverse",
        broken_by: &[("crates/cloud/src/operations/users.rs", "crate::routes::users::show(user)")],
        kept_by: &[("crates/cloud/src/operations/users.rs", "store::users::find(id)")],
    };

    the_object_store_is_reached_by_s3_only: Rule {
        inside: &["crates/cloud/src/"],
        except: &[
            "crates/cloud/src/start.rs", "crates/cloud/src/listeners.rs",
            "crates/cloud/src/admin/fsck.rs", "crates/cloud/src/admin/fsck/",
            "crates/cloud/src/admin/backup/",
        ],
        refuses: Crates(&["objects"]),
        fix: "speak S3 through crates/cloud/src/storage.rs, which serves foreign stores as well",
        broken_by: &[("crates/cloud/src/jobs/delete_content.rs", "objects::Store::open(path)")],
        kept_by: &[
            ("crates/cloud/src/start.rs", "objects::Store::open(path)"),
            ("crates/cloud/src/jobs.rs", "list_objects::all(); store::objects::find()"),
        ],
    };

    the_rules_never_wait: Rule {
        inside: &["crates/domain/src/", "crates/wire/src/"],
        except: &[],
        refuses: Code(&["async", ".await"]),
        fix: "domain decides on values; let an operation in cloud fetch them first",
        broken_by: &[("crates/domain/src/package.rs", "pub async fn expire(self) {}")],
        kept_by: &[("crates/domain/src/package.rs", "/// never async\nfn asynchronous() {}")],
    };

    nothing_is_left_half_done: Rule {
        inside: ALL_CODE,
        except: &[],
        refuses: Code(&["todo!", "unimplemented!", "dbg!"]),
        fix: "finish it, or leave it out and write an issue",
        broken_by: &[("crates/client/src/lib.rs", "fn send() { todo!() }"), ("xtask/src/run.rs", "dbg!(x);")],
        kept_by: &[("crates/client/src/lib.rs", "// todo!\nlet todo = mytodo!();")],
    };

    unsafe_code_stands_in_one_place: Rule {
        inside: &["bench/", "crates/", "xtask/"],
        except: &["crates/digests/src/together/loops.rs", "crates/digests/src/together/order.rs"],
        refuses: Code(&["unsafe", "unsafe_code"]),
        fix: "avoid it; if that is impossible, give it its own crate and a page in docs/decisions/",
        broken_by: &[
            ("crates/objects/src/blobs.rs", "let first = unsafe { *pointer };"),
            ("bench/store/hashes.rs", "#[expect(unsafe_code, reason = \"it is faster\")]"),
            ("crates/digests/src/together/md5.rs", "unsafe { asm!(\"nop\") };"),
        ],
        kept_by: &[("crates/objects/src/blobs.rs", "// unsafe\nlet policy = \"unsafe-inline\";")],
    };

    tests_know_no_place_of_this_checkout: Rule {
        inside: &["crates/*/tests/", "crates/fixtures/", "crates/testkit/", "bench/"],
        // Reads the variable at run time.
        except: &["crates/tidy/tests/tidy/"],
        refuses: Breaches(source::place_of_package),
        fix: "use a path relative to the package's folder, where cargo runs its tests: another checkout may share the build cache",
        broken_by: &[("crates/texts/tests/catalogues.rs", "Path::new(env!(\"CARGO_MANIFEST_DIR\")).join(\"locales\")")],
        kept_by: &[("crates/cloud/tests/stories/program.rs", "env!(\"CARGO_BIN_EXE_tonnage\")")],
    };

    exceptions_have_a_reason_and_an_end: Rule {
        inside: ALL_CODE,
        except: &[],
        refuses: Code(&["#[allow(", "#![allow("]),
        fix: "write #[expect(lint, reason = \"...\")], which reports itself when it is no longer needed",
        broken_by: &[("crates/client/src/lib.rs", "#[allow(dead_code)]\nfn unused() {}")],
        kept_by: &[("crates/client/src/lib.rs", "#[expect(dead_code, reason = \"used by the next change\")]")],
    };

    files_carry_no_banners: Rule {
        inside: ALL_CODE,
        except: &[],
        refuses: Comments(&["SPDX-License-Identifier", "Copyright (", "Copyright 20", "Licensed under", "=====", "-----"]),
        fix: "remove it: LICENSE covers every file, and a section that needs a banner should be its own file",
        broken_by: &[
            ("crates/wire/src/lib.rs", "// SPDX-License-Identifier: Apache-2.0\n"),
            ("crates/wire/src/lib.rs", "/* ===== ids ===== */"),
        ],
        kept_by: &[("crates/wire/src/lib.rs", "//! Ids.\nlet line = \"-----\";")],
    };

    modules_stand_beside_their_folder: Rule {
        inside: ALL_CODE,
        except: &[],
        refuses: Breaches(size::is_module_file),
        fix: "name it after its folder: routes.rs next to routes/",
        broken_by: &[("crates/cloud/src/routes/mod.rs", "")],
        kept_by: &[("crates/cloud/src/routes.rs", ""), ("crates/cloud/src/routes/commod.rs", "")],
    };

    files_stay_small: Rule {
        inside: PRODUCT,
        except: &[],
        refuses: Breaches(size::over_budget),
        fix: "split it along what it does; tests in `#[cfg(test)]` modules do not count",
        broken_by: &[],
        kept_by: &[("crates/wire/src/lib.rs", "fn short() {}")],
    };
}
